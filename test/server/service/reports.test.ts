import { appendFileSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { reportedUrl, type Report } from '../../../src/server/service/reports/report.ts';
import { parseReportLine, reportLine } from '../../../src/server/service/reports/report-feed.ts';
import { ReportStore } from '../../../src/server/service/reports/report-store.ts';
import { aFolder, aWorkshop, succeed } from '../publisher/run-command.ts';
import { NOW } from './a-change.ts';

const DAY = 86_400;
const aReport = (given: Partial<Report> = {}): Report => ({
  url: 'bad.example/x',
  vote: 'spam',
  voter: 'forum u1',
  ...given,
});

async function feedAt(store: ReportStore, now: number): Promise<string> {
  const feed = await store.feed(now);
  if (!feed.ok) throw new Error(feed.failure.message);
  return feed.value;
}

describe('reports', () => {
  test('reports count one vote a voter, link and day, across restarts', async () => {
    const folder = aFolder();
    const store = new ReportStore(folder);
    const outcomes = [
      await store.keep(aReport(), NOW),
      await store.keep(aReport({ vote: 'not-spam' }), NOW),
      await new ReportStore(folder).keep(aReport(), NOW),
      await store.keep(aReport({ voter: 'forum u2' }), NOW),
      await store.keep(aReport({ url: 'bad.example/y' }), NOW),
      await store.keep(aReport(), NOW + DAY),
    ];
    expect(outcomes.map((outcome) => outcome.ok && outcome.value)).toEqual([
      'kept',
      'already-voted',
      'already-voted',
      'kept',
      'kept',
      'kept',
    ]);
    expect(await feedAt(store, NOW + DAY)).toBe(
      'url,verdict,spam,not_spam,first_day,last_day\n' +
        'bad.example/x,spam,3,0,2026-11-20,2026-11-21\n' +
        'bad.example/y,spam,1,0,2026-11-20,2026-11-20\n',
    );
  });

  test('reports to the service are gone after 30 days, and what could tell whose they were after the day', async () => {
    const folder = aFolder();
    const store = new ReportStore(folder);
    await store.keep(aReport(), NOW);
    expect(readdirSync(folder).sort()).toEqual(['2026-11-20.key', '2026-11-20.log']);
    expect(readFileSync(join(folder, '2026-11-20.log'), 'utf8')).not.toContain('u1');
    await feedAt(store, NOW + 30 * DAY);
    expect(readdirSync(folder).sort()).toEqual(['2026-11-20.log', '2026-12-20.key']);
    await feedAt(store, NOW + 31 * DAY);
    expect(readdirSync(folder)).toEqual(['2026-12-21.key']);
  });

  test('reports survive a line that was cut short, which is left out', async () => {
    const folder = aFolder();
    await new ReportStore(folder).keep(aReport(), NOW);
    appendFileSync(join(folder, '2026-11-20.log'), 'half a line');
    const store = new ReportStore(folder);
    await store.keep(aReport({ voter: 'forum u2' }), NOW);
    expect(await feedAt(store, NOW)).toContain('bad.example/x,spam,2,0,');
  });

  test('reports to the service that cannot be written say so, and are kept when they can be again', async () => {
    const folder = join(aFolder(), 'reports');
    writeFileSync(folder, '');
    const store = new ReportStore(folder);
    const refused = { ok: false, failure: { kind: 'not-written' } };
    expect(await store.keep(aReport(), NOW)).toMatchObject(refused);
    expect(await store.feed(NOW)).toMatchObject(refused);
    rmSync(folder);
    expect(await store.keep(aReport(), NOW)).toEqual({ ok: true, value: 'kept' });
    expect(await feedAt(store, NOW)).toContain('bad.example/x,spam,1,0,');
  });

  test('reports to the service are a feed that the publisher reads', async () => {
    const folder = aFolder();
    const store = new ReportStore(folder);
    await store.keep(aReport({ url: 'bad.example/x,"y' }), NOW);
    await store.keep(aReport({ url: 'disputed.example/' }), NOW);
    await store.keep(aReport({ url: 'disputed.example/', vote: 'not-spam', voter: 'forum u2' }), NOW);
    const workshop = await aWorkshop();
    workshop.setFeeds([
      {
        name: 'reports',
        text: await feedAt(store, NOW),
        format: 'csv',
        columns: { entry: 'url', only: { verdict: ['spam'] } },
      },
    ]);
    expect((await workshop.build()).code).toBe(0);
    const [bad, disputed] = await succeed([
      'check',
      '--channel',
      workshop.channel,
      'http://bad.example/x,"y',
      'http://disputed.example/',
    ]);
    expect([bad?.split(':')[0], disputed?.split('\t')[0]]).toEqual([
      expect.stringMatching(/danger|caution/),
      'clear',
    ]);
  });
});

describe('a reported link', () => {
  test.each([
    ['https://User:pw@A.Example:8443/x?id=1#frag', false, 'a.example/x'],
    ['https://a.example/x?id=1#frag', true, 'a.example/x?id=1'],
    ['mailto:a@b.example', false, null],
    ['javascript:alert(1)', false, null],
    [`http://a.example/${'x'.repeat(3000)}`, false, null],
  ])('a reported link: %s is kept as it is read', (href, keepQuery, url) => {
    expect(reportedUrl(href, keepQuery)).toBe(url);
  });

  test('a reported link never breaks the line it is written in', () => {
    fc.assert(
      fc.property(
        fc.oneof(fc.webUrl({ withQueryParameters: true }), fc.string({ unit: 'binary' })),
        (href) => {
          const url = reportedUrl(`http://a.example/${href}`, true) ?? reportedUrl(href, true);
          if (url === null) return;
          const kept = { voted: 'x'.repeat(22), vote: 'spam', url } as const;
          const [line, ...rest] = reportLine(kept).split('\n');
          expect(rest).toEqual(['']);
          expect(parseReportLine(line ?? '')).toEqual(kept);
        },
      ),
    );
  });
});
