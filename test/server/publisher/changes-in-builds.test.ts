import { mkdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import type { Change } from '../../../src/server/node/changes/change.ts';
import { ChangeStore, storePath } from '../../../src/server/node/changes/change-store.ts';
import { aChange } from '../service/a-change.ts';
import { isJsonObject } from './json-object.ts';
import { aWorkshop, NOON, spamlight, succeed, type Workshop } from './run-command.ts';

const changesOf = ({ folder }: Workshop): string => join(folder, 'changes');

/** Writes changes as the service does, which goes on running. */
function keep(workshop: Workshop, changes: readonly Change[]): void {
  mkdirSync(changesOf(workshop), { recursive: true });
  const store = ChangeStore.open(storePath(changesOf(workshop)), 1000);
  store.append([changes]);
  onTestFinished(() => store.close());
}

async function aWorkshopWithChanges(changes: readonly Change[], text: string): Promise<Workshop> {
  const workshop = await aWorkshop();
  keep(workshop, changes);
  workshop.setFeeds([{ name: 'one', text, reviewed: true, limits: { shrinkTo: 0, growTo: 1000 } }], {
    changes: { folder: 'changes', name: 'forum.example' },
  });
  return workshop;
}

/** `level category group` of the first reason, or the kind of the verdict. */
async function verdictOf({ channel }: Workshop, url: string, now = NOON): Promise<string> {
  const [line = ''] = await succeed(['check', '--channel', channel, '--json', url], { now });
  const answer: unknown = JSON.parse(line);
  const verdict = isJsonObject(answer) && isJsonObject(answer['verdict']) ? answer['verdict'] : {};
  const reasons: unknown = verdict['reasons'];
  const first: unknown = Array.isArray(reasons) ? reasons[0] : null;
  if (!isJsonObject(first)) return String(verdict['kind']);
  return [first['level'], first['category'], first['group'] ?? first['source']].join(' ');
}

test('a build takes in what the check service was told since', async () => {
  const workshop = await aWorkshopWithChanges(
    [
      aChange({ host: 'added.example' }),
      aChange({ host: 'perhaps.example', level: 'caution', category: 'scam' }),
      aChange({ host: 'page.example', path: '/login', category: 'malware' }),
      aChange({ host: 'wrong.example', action: 'remove' }),
      aChange({ host: 'mended.example', path: '/x', action: 'remove' }),
      aChange({ host: 'over.example', expiresAt: NOON }),
      aChange({ host: 'taken-back.example' }),
      aChange({ host: 'taken-back.example', action: 'expire', sequence: 6 }),
      aChange({ id: 'who', action: 'add' }),
    ],
    'https://wrong.example/\nhttps://mended.example/x\nhttps://mended.example/y\nhttps://listed.example/\n',
  );
  const { code, lines } = await workshop.build();
  expect([code, lines]).toEqual([0, expect.arrayContaining(['  forum.example: 4 changes add, 2 taken off'])]);
  const verdicts = await Promise.all(
    [
      'https://added.example/any',
      'https://perhaps.example/',
      'https://page.example/login',
      'https://page.example/',
      'https://wrong.example/',
      'https://listed.example/',
      'https://over.example/',
      'https://taken-back.example/',
    ].map((url) => verdictOf(workshop, url)),
  );
  expect(verdicts).toEqual([
    expect.stringMatching(/^danger phishing.*forum\.example/),
    expect.stringMatching(/^caution scam.*forum\.example/),
    expect.stringMatching(/^danger malware.*forum\.example/),
    'clear',
    'clear',
    expect.stringMatching(/^danger phishing.*one/),
    'clear',
    'clear',
  ]);
  const report: unknown = JSON.parse(readFileSync(join(workshop.channel, 'report/1.json'), 'utf8'));
  expect(report).toMatchObject({
    ownChanges: { name: 'forum.example', added: 4, removed: 2, dropped: [] },
    feeds: [{ name: 'one', dropped: [{ because: 'allowed-by-feed', count: 2 }] }],
  });
  const [inspected = ''] = await succeed(['inspect', workshop.channel, '--json']);
  expect(inspected).toContain('"forum.example"');
});

test('a sender that was added is caution, whatever the level, and spam is no more', async () => {
  const entry = (address: string) => ({ kind: 'address', address }) as const;
  const workshop = await aWorkshopWithChanges(
    [
      { ...aChange({ level: 'caution', category: 'scam' }), entry: entry('ann@scam.example') },
      { ...aChange({ level: 'danger', category: 'spam' }), entry: entry('ann@spam.example') },
      aChange({ host: 'offers.example', level: 'danger', category: 'spam' }),
    ],
    'https://listed.example/\n',
  );
  expect((await workshop.build()).code).toBe(0);
  for (const host of ['scam.example', 'spam.example']) {
    const mail = join(workshop.folder, `${host}.eml`);
    writeFileSync(mail, `From: ann@${host}\r\nSubject: Lunch\r\n\r\nSee you at noon.\r\n`);
    const [line] = await succeed(['explain', '--message', mail, '--channel', workshop.channel], {
      now: NOON,
    });
    expect(line).toBe(`${host}.eml: caution`);
  }
  expect(await verdictOf(workshop, 'https://offers.example/')).toMatch(/^caution spam/);
});

test('a change of the check service that is no longer in the log leaves with the next build, and is counted', async () => {
  const workshop = await aWorkshopWithChanges(
    [aChange({ host: 'added.example' }), aChange({ host: 'wrong.example', action: 'remove' })],
    'https://wrong.example/\nhttps://listed.example/\n',
  );
  expect((await workshop.build()).code).toBe(0);
  keep(workshop, [
    aChange({ host: 'added.example', action: 'expire', sequence: 6 }),
    aChange({ host: 'wrong.example', action: 'expire', sequence: 6 }),
    aChange({ host: 'second.example', sequence: 6 }),
  ]);
  expect((await workshop.build({ now: NOON + 60 })).code).toBe(0);
  const now = NOON + 60;
  expect(await verdictOf(workshop, 'https://added.example/', now)).toBe('clear');
  expect(await verdictOf(workshop, 'https://wrong.example/', now)).toMatch(/^danger/);
  expect(await verdictOf(workshop, 'https://second.example/', now)).toMatch(/^danger/);
  const report: unknown = JSON.parse(readFileSync(join(workshop.channel, 'report/2.json'), 'utf8'));
  expect(report).toMatchObject({ goneFeeds: [], ownChanges: { added: 1, removed: 0 } });
});

test('an addition of the check service meets the same guards as any feed, a removal needs none', async () => {
  const workshop = await aWorkshopWithChanges(
    [
      aChange({ host: 'google.com' }),
      aChange({ host: 'weebly.com' }),
      aChange({ host: '10.0.0.1' }),
      aChange({ host: 'github.com', action: 'remove' }),
    ],
    'https://listed.example/\n',
  );
  const { lines } = await workshop.build();
  expect(lines).toEqual(
    expect.arrayContaining(['  forum.example: 0 changes add, 1 taken off, 3 dropped by guards']),
  );
  expect(await verdictOf(workshop, 'https://google.com/')).toBe('clear');
  const report: unknown = JSON.parse(readFileSync(join(workshop.channel, 'report/1.json'), 'utf8'));
  expect(report).toMatchObject({
    ownChanges: {
      dropped: [
        { text: 'google[.]com/', because: 'popular-site' },
        { text: 'weebly[.]com/', because: 'shared-hosting' },
        { text: '10[.]0[.]0[.]1/', because: 'private-address' },
      ],
    },
  });
});

test('a sender that the check service added is listed as one', async () => {
  const address = aChange({ id: 'sender' });
  const workshop = await aWorkshopWithChanges(
    [{ ...address, entry: { kind: 'address', address: 'bad@sender.example' } }],
    'https://listed.example/\n',
  );
  await workshop.build();
  expect(await verdictOf(workshop, 'mailto:bad@sender.example')).toMatch(/^danger phishing/);
});

test('changes that are damaged or missing stop the build', async () => {
  const workshop = await aWorkshopWithChanges(
    [aChange({ host: 'added.example' })],
    'https://listed.example/\n',
  );
  expect((await workshop.build()).code).toBe(0);
  const copy = ChangeStore.read(storePath(changesOf(workshop)), 1000);
  copy.copyTo(join(workshop.folder, 'copy.db'));
  copy.close();
  rmSync(changesOf(workshop), { recursive: true });
  mkdirSync(changesOf(workshop));
  writeFileSync(storePath(changesOf(workshop)), readFileSync(join(workshop.folder, 'copy.db')));
  expect((await workshop.build()).code).toBe(0);

  truncateSync(storePath(changesOf(workshop)), 5000);
  expect(await workshop.build()).toMatchObject({
    code: 1,
    notes: [expect.stringMatching(/acknowledged changes may be lost.*The channel was not changed\.$/)],
  });
  rmSync(changesOf(workshop), { recursive: true });
  expect(await workshop.build()).toMatchObject({
    code: 1,
    notes: [
      expect.stringMatching(/changes\.db cannot be opened: it is not there.*The channel was not changed\.$/),
    ],
  });
  expect(await verdictOf(workshop, 'https://added.example/')).toMatch(/^danger/);
});

test.each([
  [{ changes: 'changes' }, 'changes.folder must be'],
  [{ changes: { folder: 'x', other: 1 } }, 'changes.other is not known'],
  [{ changes: { folder: 'x', name: 'one' } }, 'changes.name is the name or group of a feed'],
  [{ changes: { folder: 'x', name: 'several' } }, 'means that several sources agree'],
])('feeds.json with %j is refused', async (rest, why) => {
  const workshop = await aWorkshop();
  workshop.setFeeds([{ name: 'one', text: 'https://a.example/\n' }], rest);
  const { code, notes } = await workshop.build();
  expect([code, notes.join('\n')]).toEqual([1, expect.stringContaining(why)]);
});

test('a folder without changes of a check service is said to be none', async () => {
  const workshop = await aWorkshop();
  writeFileSync(join(workshop.folder, 'other.txt'), '');
  workshop.setFeeds([{ name: 'one', text: 'https://a.example/\n' }], { changes: { folder: '.' } });
  const { code, notes } = await spamlight([
    'build',
    '--feeds',
    workshop.feeds,
    '--out',
    workshop.channel,
    '--key',
    workshop.key,
  ]);
  expect([code, notes.join('\n')]).toEqual([1, expect.stringContaining('changes.db cannot be opened')]);
});
