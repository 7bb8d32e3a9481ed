/** The table of docs/publishing.md, "What a listing does", cell by cell wherever a list speaks. */
import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { messageFingerprint } from '../../../../src/core/fingerprint/message-fingerprint.ts';
import { readMessage } from '../../../../src/core/mail/read-message.ts';
import { mailtoOf } from '../../../../src/core/url/mail-address.ts';
import { CATEGORIES } from '../../../../src/core/verdict/verdict.ts';
import { DisplayedHeads } from '../../../../src/extension/background/links/displayed-heads.ts';
import { NODE_MAIL } from '../../../../src/server/node/mail-tools/node-mail.ts';
import { openChannel } from '../../../../src/server/node/channel/read-channel.ts';
import { LinkChecker } from '../../../../src/server/service/check/link-checker.ts';
import { openCompiledList, writeCompiledList } from '../../../../src/server/service/list/compiled-list.ts';
import { succeed } from '../../../server/publisher/run-command.ts';
import { aService, closeServices, post } from '../../../server/service/a-service.ts';
import { FakeBrowser, channelFile, fetchFromPackage } from '../fake-browser.ts';
import { TestChannel } from '../lists/test-channel.ts';
import { freshProfile } from '../lists/update-harness.ts';
import { browserModule, linkRequest, Realm, until } from '../realm.ts';

vi.mock('../../../../src/extension/platform/browser.ts', () => browserModule);

const TIME = Math.floor(Date.now() / 1000) - 60;

const KINDS = { page: 'a page', host: 'a whole host', sender: 'a sender', text: 'a text' } as const;

interface Cell {
  readonly id: string;
  readonly kind: keyof typeof KINDS;
  readonly category: (typeof CATEGORIES)[number];
  readonly isReviewed: boolean;
  readonly sources: 1 | 2;
}

/** 64 of them. */
const CELLS: readonly Cell[] = (['page', 'host', 'sender', 'text'] as const).flatMap((kind) =>
  CATEGORIES.flatMap((category) =>
    [true, false].flatMap((isReviewed) =>
      ([1, 2] as const).map((sources) => ({
        id: `${kind}-${category}-${isReviewed ? 'reviewed' : 'crowd'}-${sources}`,
        kind,
        category,
        isReviewed,
        sources,
      })),
    ),
  ),
);

function hostOf({ id }: Cell): string {
  return `${id}.example`;
}

/** Words of its own; without a listing it has 3 of the 8 points that mark it. */
function textOf({ id }: Cell): string {
  const words = Array.from({ length: 20 }, (_, index) =>
    createHash('sha256')
      .update(`${id} ${index}`)
      .digest('hex')
      .replaceAll(/[^a-f]/g, ''),
  );
  return `Notes about plums and pears: ${words.join(' ')}.`;
}

/** As a feed has it. */
function entryOf(cell: Cell): string {
  if (cell.kind === 'page') return `https://${hostOf(cell)}/login`;
  if (cell.kind === 'host') return `https://${hostOf(cell)}/`;
  return cell.kind === 'sender' ? `ann@${hostOf(cell)}` : messageFingerprint(textOf(cell)).join('\n');
}

function mailOf(cell: Cell): string {
  const from = cell.kind === 'sender' ? `Ann <${entryOf(cell)}>` : 'Orchard notes <info@plain.example>';
  const link = cell.kind === 'page' || cell.kind === 'host' ? `<a href="${entryOf(cell)}">Here</a>` : '';
  const text = cell.kind === 'text' ? textOf(cell) : 'See you at noon.';
  return `From: ${from}\r\nSubject: Hello\r\nContent-Type: text/html\r\n\r\n<p>${text}</p>${link}\r\n`;
}

/** What the row of the table says of a cell; the points of a text mark it or not. */
function saidOf({ kind, category, isReviewed, sources }: Cell): {
  readonly shown: string;
  readonly points: number;
  readonly action: string;
} {
  const docs = readFileSync('docs/publishing.md', 'utf8');
  const rows = docs
    .slice(docs.indexOf('## What a listing does'), docs.indexOf('## What the guards do'))
    .split('\n')
    .map((line) => line.split('|').map((cell) => cell.trim()))
    .filter(
      ([, what = '', of = '']) => what.startsWith(KINDS[kind]) && (of === 'any' || of.includes(category)),
    );
  expect(rows).toHaveLength(1);
  const [, , , crowd = '', reviewed = '', several = ''] = rows[0] ?? [];
  const said = sources === 2 ? several : isReviewed ? reviewed : crowd;
  const points = Number(/^(\d) points$/.exec(said)?.[1] ?? 0);
  if (points > 0) {
    const isMarked = 3 + points >= 8;
    return { shown: isMarked ? 'caution' : 'nothing', points, action: isMarked ? 'review' : 'allow' };
  }
  const [, shown = '', action = ''] = /^(\w+), `(\w+)`$/.exec(said) ?? [];
  return { shown, points, action };
}

interface AVerdict {
  readonly kind: string;
  readonly level?: string;
}

/** Of links, sender and message, what is marked. */
function shownOf(verdicts: readonly (AVerdict | null)[]): string {
  const levels = verdicts.flatMap((one) => (one?.kind === 'flagged' ? [one.level ?? 'caution'] : []));
  return levels.includes('danger') ? 'danger' : (levels[0] ?? 'nothing');
}

let channel: TestChannel;
let folder: string;
let realm: Realm;
/** By cell. */
let explained: ReadonlyMap<string, { readonly mark: string; readonly verdict: { readonly points: number } }>;
let checker: LinkChecker;

beforeAll(async () => {
  freshProfile();
  folder = mkdtempSync(join(tmpdir(), 'spamlight-test-'));
  mkdirSync(join(folder, 'mails'));
  const feeds = ['one', 'two'].flatMap((source, number) =>
    (['url-list', 'address-list', 'fingerprint-list'] as const).flatMap((format) =>
      CATEGORIES.flatMap((category) =>
        [true, false].map((reviewed) => {
          const group = `${source} ${category}${reviewed ? ' reviewed' : ''}`;
          const listed = CELLS.filter(
            (cell) =>
              cell.category === category &&
              cell.isReviewed === reviewed &&
              cell.sources > number &&
              { page: 'url-list', host: 'url-list', sender: 'address-list', text: 'fingerprint-list' }[
                cell.kind
              ] === format,
          );
          const name = `${group} ${format}`;
          writeFileSync(join(folder, name), listed.map((cell) => `${entryOf(cell)}\n`).join(''));
          return { name, group, file: name, format, category, reviewed, confidence: 0.8 };
        }),
      ),
    ),
  );
  writeFileSync(join(folder, 'feeds.json'), JSON.stringify({ feeds }));
  const built = join(folder, 'channel');
  const key = join(folder, 'key.json');
  await succeed(['keygen', '--out', key], { now: TIME });
  await succeed(['build', '--feeds', join(folder, 'feeds.json'), '--out', built, '--key', key], {
    now: TIME,
  });
  for (const cell of CELLS) writeFileSync(join(folder, 'mails', `${cell.id}.eml`), mailOf(cell));
  const lines = await succeed(['explain', '--message', join(folder, 'mails'), '--channel', built, '--json'], {
    now: TIME + 60,
  });
  explained = new Map(
    lines.map((line) => {
      const answer = JSON.parse(line) as { readonly id: string } & (typeof explained extends ReadonlyMap<
        string,
        infer Answer
      >
        ? Answer
        : never);
      return [answer.id.replace('.eml', ''), answer];
    }),
  );

  const opened = await openChannel(built, null, TIME + 60);
  if (!opened.ok) throw new Error(opened.failure.kind);
  const list = await writeCompiledList(opened.value, opened.value.snapshot, TIME, join(folder, 'lists'));
  checker = new LinkChecker();
  checker.use(await openCompiledList(list));

  channel = await TestChannel.start('main');
  await channel.publish(opened.value.snapshot);
  vi.stubGlobal('fetch', fetchFromPackage(new Map([channelFile(channel)])));
  vi.stubGlobal('navigator', { onLine: true });
  realm = new Realm(new FakeBrowser());
  await realm.start();
  await until(async () => {
    const { verdicts } = await realm.fromFrame(linkRequest(['https://page-phishing-crowd-1.example/login']));
    expect(verdicts[0]).toMatchObject({ verdict: { level: 'danger' } });
  });
});

afterAll(async () => {
  await closeServices();
  await realm.idle();
  vi.unstubAllGlobals();
  await channel.stop();
  rmSync(folder, { recursive: true, force: true });
});

async function readOf(cell: Cell) {
  const message = await readMessage({ kind: 'raw', content: Buffer.from(mailOf(cell)) }, NODE_MAIL);
  if (!message.ok) throw new Error(message.failure);
  const { content, shown } = message.value;
  const address = cell.kind === 'sender' ? entryOf(cell) : 'info@plain.example';
  return { content, shown, address };
}

/** In a webmail, whose page shows the sender; or in Thunderbird, where the background reads the header. */
async function inFrame(cell: Cell, program: 'webmail' | 'thunderbird'): Promise<string> {
  const { content, shown, address } = await readOf(cell);
  const heads = new DisplayedHeads({
    headerIn: async () => ({
      from: [{ name: 'Orchard notes', email: address }],
      replyTo: [],
      subject: content.subject,
      authentication: [],
    }),
    mailServer: async () => null,
    onLate: () => undefined,
  });
  const caller = { realm: 'content', tabId: 1, frameId: 0, isPrivate: false, tabUrl: null } as const;
  const isWebmail = program === 'webmail';
  const links = shown.links.map((link, number) => ({ ...link, number }));
  const sender = { href: mailtoOf(address), text: '', tag: 'sender', number: links.length };
  const ask = {
    type: 'check-links',
    messageKey: `${program} ${cell.id}`,
    sender: isWebmail ? content.from : null,
    links: isWebmail ? [...links, sender] : links,
  } as const;
  const tell = {
    type: 'message-facts',
    messageKey: ask.messageKey,
    revision: 1,
    facts: isWebmail ? shown.facts : { ...shown.facts, head: null },
  } as const;
  const { verdicts } = await realm.fromFrame(isWebmail ? ask : await heads.addToLinks(ask, caller));
  const { verdict } = await realm.fromFrame(isWebmail ? tell : await heads.addToFacts(tell, caller));
  return shownOf([...verdicts.map((one) => one.verdict), verdict]);
}

async function onCheckPage(cell: Cell): Promise<string> {
  const { shown, address } = await readOf(cell);
  const sender = { sender: address, isVouchedFor: false };
  const hrefs = [...shown.links.map(({ href }) => href), mailtoOf(address)];
  const { verdicts } = await realm.fromPage({
    type: 'judge-mail-links',
    ...sender,
    links: hrefs.map((href, index) => ({ href, isSender: index === hrefs.length - 1 })),
  });
  const { facts, links } = shown;
  const { verdict } = await realm.fromPage({ type: 'judge-mail', ...sender, facts, links });
  return shownOf([...verdicts.map((one) => one.verdict), verdict]);
}

test('the table of what a listing does has 64 cells to check', () => {
  expect(CELLS).toHaveLength(64);
  expect(explained.size).toBe(64);
});

describe.each(CELLS)('$id', (cell) => {
  test('a listing does in a webmail what its row says', async () => {
    expect(await inFrame(cell, 'webmail')).toBe(saidOf(cell).shown);
  });

  test('a listing does in Thunderbird, where senders are not looked up, what its row says', async () => {
    expect(await inFrame(cell, 'thunderbird')).toBe(cell.kind === 'sender' ? 'nothing' : saidOf(cell).shown);
  });

  test('a listing does on the page that checks messages what its row says', async () => {
    expect(await onCheckPage(cell)).toBe(saidOf(cell).shown);
  });

  test('a listing does by the commands what its row says', async () => {
    const { shown, points } = saidOf(cell);
    const { mark, verdict } = explained.get(cell.id) ?? { mark: '', verdict: { points: 0 } };
    expect(mark).toBe(shown === 'nothing' ? 'none' : shown);
    if (points > 0) expect(verdict.points).toBe(3 + points);
    if (cell.kind !== 'page' && cell.kind !== 'host') return;
    const [line] = await succeed(['check', '--channel', join(folder, 'channel'), entryOf(cell)], {
      now: TIME + 60,
    });
    expect(line?.split(':')[0]).toBe(shown);
  });

  test('a listing does by the service what its row says', async () => {
    const service = await aService({ checker, now: () => TIME + 60 });
    const { body } = await post(service, '/v1/check-mail', mailOf(cell), {
      'content-type': 'message/rfc822',
    });
    expect(body.action).toBe(saidOf(cell).action);
  });
});
