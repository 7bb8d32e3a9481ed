/**
 * What a device's memory of senders is worth (H3, A10 and B12, beside H1 and G4): `npm run soak -- sender-memory`. The good mails of a
 * collection come to one device in order of date, all are opened, and it remembers as the extension does. Then phishing
 * comes from the mailboxes of those that it knows. Needs the shared data.
 */
import { EVIDENCE_ROWS } from '../../src/core/evidence/evidence-rows.ts';
import { MARK_POINTS, scoreOf, type Fired } from '../../src/core/evidence/evidence-rule.ts';
import { packagedTables } from '../../src/core/evidence/evidence-tables.ts';
import { NO_CONTEXT, type SenderMemory } from '../../src/core/evidence/message-context.ts';
import type { HeadFacts, MessageFacts, MessageLink } from '../../src/core/evidence/message-facts.ts';
import { viewOf } from '../../src/core/evidence/message-view.ts';
import { ok } from '../../src/core/result.ts';
import { Correspondents } from '../../src/extension/background/reader/correspondents.ts';
import { factsOfMail } from '../../src/server/node/mail-tools/node-mail.ts';
import type { MailFacts } from '../../src/core/mail/shown/mail-facts.ts';
import { linesOf } from '../../src/server/node/terminal/input-lines.ts';
import type { Correspondent } from '../../src/extension/platform/storage/private-records.ts';
import { readFeedBytes } from '../../src/server/publisher/feeds/feed-bytes.ts';
import { parseMail } from '../../src/server/publisher/evaluate/mail.ts';
import { needSharedData, sharedData } from '../shared-data.ts';

/** Mails that could lie in one mailbox. */
const MAILBOXES = {
  'technical lists, 2019–26': ['lists_html_ham', 'lists_plain_ham'],
  'bulk and services, 2018–26': ['foff_milter_ham', 'newsletters', 'themarkup', 'unspy', 'misc_ham'],
  '2000s': ['spamassassin', 'csdmc2010'],
};

const MAX_BYTES = 1024 ** 3;
const SECRET = ok(new Uint8Array(32).fill(7));
needSharedData('mail');

const TABLES = packagedTables();

interface DatedMail {
  readonly id: string;
  /** Unix time, seconds. */
  readonly at: number;
  readonly seen: MailFacts;
}

/** With a date and a link, the oldest first. */
async function mailsOf(sources: readonly string[], wanted: string): Promise<readonly DatedMail[]> {
  const mails: DatedMail[] = [];
  for (const source of sources) {
    for await (const line of linesOf(readFeedBytes(sharedData(`mail/${source}.jsonl.gz`), MAX_BYTES))) {
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the data's own field
      const value = JSON.parse(line) as { readonly recv_iso?: string };
      const mail = parseMail(value);
      const at = Date.parse(value.recv_iso ?? '') / 1000;
      if (!mail.ok || mail.value.label !== wanted || Number.isNaN(at)) continue;
      const seen = factsOfMail(mail.value, null);
      if (seen.links.length > 0) mails.push({ id: `${source} ${mail.value.id}`, at, seen });
    }
  }
  return mails.sort((a, b) => a.at - b.at);
}

/** A device whose clock is that of the mail. */
class Device {
  now = 0;
  readonly #kept = new Map<string, Correspondent>();
  readonly memory = new Correspondents({
    store: {
      correspondents: async () => ok([...this.#kept.values()]),
      replaceCorrespondents: async (put, removed) => {
        this.#kept.set(put.key, put);
        for (const key of removed) this.#kept.delete(key);
        return ok(null);
      },
      clearCorrespondents: async () => {
        this.#kept.clear();
        return ok(null);
      },
    },
    secret: async () => SECRET,
    isMailboxProvider: (domain) => TABLES.isMailboxProvider(domain),
    isOn: async () => true,
    now: () => this.now,
  });

  of(head: HeadFacts | null): Promise<SenderMemory | null> {
    return this.memory.memoryOf(head ?? { address: null, name: null, subject: null });
  }
}

async function measure(
  name: string,
  mails: readonly DatedMail[],
  phishing: readonly DatedMail[],
): Promise<void> {
  const device = new Device();
  const known = new Map<string, HeadFacts>();
  const counts = {
    known: 0,
    H1: 0,
    H3: 0,
    G4: 0,
    A10: 0,
    B12: 0,
    without: 0,
    withoutH3: 0,
    withoutLikeness: 0,
    with: 0,
  };
  const marked: string[] = [];
  for (const { id, at, seen } of mails) {
    device.now = at;
    const { head } = seen.facts;
    const memory = await device.of(head);
    const fired = firedOf(seen, memory);
    const isMarked = scoreOf(fired).isMarked;
    const isMarkedWithoutH3 = isMarkedBut(fired, ['H3']);
    counts.without += isMarkedBut(firedOf(seen, null), []) ? 1 : 0;
    counts.withoutH3 += isMarkedWithoutH3 ? 1 : 0;
    counts.withoutLikeness += isMarkedBut(fired, ['A10', 'B12']) ? 1 : 0;
    counts.with += isMarked ? 1 : 0;
    for (const reason of ['H1', 'H3', 'G4', 'A10', 'B12'] as const)
      counts[reason] += has(fired, reason) ? 1 : 0;
    if (isMarked && !isMarkedBut(firedOf(seen, null), []))
      marked.push(`${id}: ${fired.map(({ row }) => row.id).join(' ')}, ${scoreOf(fired).points}`);
    if (memory?.isKnownSender === true) {
      counts.known++;
      if (head?.address != null) known.set(head.address, head);
    }
    if (!isMarked && head?.address != null)
      await device.memory.remember({ ...head, address: head.address }, seen.links);
  }
  console.log(
    `${name}: ${mails.length} good mails, ${counts.known} of senders that are known; ` +
      `H3 fires in ${counts.H3}, H1 in ${counts.H1}, G4 in ${counts.G4}; ` +
      `A10 in ${counts.A10}, B12 in ${counts.B12}; marked without memory ${counts.without}, with it but without H3 ` +
      `${counts.withoutH3}, without A10 and B12 ${counts.withoutLikeness}, with all ${counts.with}`,
  );
  for (const line of marked) console.log(`  marked by memory: ${line}`);
  await measureTakenOver(device, [...known.values()], phishing);
  await measureLikeness(device, [...known.values()], phishing);
}

/** Each phishing mail as one of those that are known would send it, whose mailbox somebody else has taken. */
async function measureTakenOver(
  device: Device,
  known: readonly HeadFacts[],
  phishing: readonly DatedMail[],
): Promise<void> {
  if (known.length === 0) return;
  const rows = { all: [0, 0, 0, 0], 'where H3 looks': [0, 0, 0, 0] };
  for (const [index, { seen }] of phishing.entries()) {
    const sender = known[index % known.length];
    const { head } = seen.facts;
    if (sender === undefined || head === null) continue;
    const sent = withHead(seen, { ...head, name: sender.name, address: sender.address, replyTo: null });
    const fired = firedOf(sent, await device.of(sent.facts.head));
    const results = [
      isMarkedBut(firedOf(seen, null), []),
      isMarkedBut(fired, ['H3']),
      isMarkedBut(fired, []),
    ];
    for (const row of [rows.all, ...(has(fired, 'H3') ? [rows['where H3 looks']] : [])]) {
      row[0] = (row[0] ?? 0) + 1;
      for (const [at, is] of results.entries()) row[at + 1] = (row[at + 1] ?? 0) + (is ? 1 : 0);
    }
  }
  for (const [name, [all = 0, before = 0, without = 0, withIt = 0]] of Object.entries(rows)) {
    console.log(
      `  phishing from ${known.length} known senders, ${name}: ${all}; marked as it came ${share(before, all)}, ` +
        `from the known without H3 ${share(without, all)}, with H3 ${share(withIt, all)} (threshold ${MARK_POINTS})`,
    );
  }
}

/** Each phishing mail from somebody who looks like one of those that are known. */
async function measureLikeness(
  device: Device,
  known: readonly HeadFacts[],
  phishing: readonly DatedMail[],
): Promise<void> {
  const ways = {
    'under a known name': (head: HeadFacts, of: HeadFacts): HeadFacts => ({ ...head, name: of.name }),
    'from a domain one letter away': (head: HeadFacts, of: HeadFacts): HeadFacts => ({
      ...head,
      name: of.name,
      address: (of.address ?? '').replace(/@(.)/, '@$1$1'),
      replyTo: null,
    }),
  };
  for (const [name, disguised] of Object.entries(ways)) {
    const counts = { all: 0, fired: 0, without: 0, with: 0 };
    for (const [index, { seen }] of phishing.entries()) {
      const of = known[index % known.length];
      const { head } = seen.facts;
      if (of === undefined || head === null) continue;
      const sent = withHead(seen, disguised(head, of));
      const fired = firedOf(sent, await device.of(sent.facts.head));
      counts.all++;
      counts.fired += has(fired, 'A10') || has(fired, 'B12') ? 1 : 0;
      counts.without += isMarkedBut(fired, ['A10', 'B12']) ? 1 : 0;
      counts.with += isMarkedBut(fired, []) ? 1 : 0;
    }
    console.log(
      `  phishing ${name}: A10 or B12 in ${share(counts.fired, counts.all)}; ` +
        `marked without them ${share(counts.without, counts.all)}, with them ${share(counts.with, counts.all)}`,
    );
  }
}

function withHead({ facts, links }: MailFacts, head: HeadFacts): MailFacts {
  return { facts: { ...facts, head }, links };
}

function firedOf(
  { facts, links }: { readonly facts: MessageFacts; readonly links: readonly MessageLink[] },
  memory: SenderMemory | null,
): readonly Fired[] {
  if (facts.body === null) return [];
  const view = viewOf(facts.head, facts.body, links, TABLES);
  return EVIDENCE_ROWS.flatMap((row) => {
    const finding = row.find(view, { ...NO_CONTEXT, memory });
    return finding === null ? [] : [{ row, finding }];
  });
}

function has(fired: readonly Fired[], id: string): boolean {
  return fired.some(({ row }) => row.id === id);
}

function isMarkedBut(fired: readonly Fired[], without: readonly string[]): boolean {
  return scoreOf(fired.filter(({ row }) => !without.includes(row.id))).isMarked;
}

function share(part: number, of: number): string {
  return `${part} (${((part / Math.max(1, of)) * 100).toFixed(1)} %)`;
}

const phishing = await mailsOf(['phishing_pot'], 'phish');
for (const [name, sources] of Object.entries(MAILBOXES))
  await measure(name, await mailsOf(sources, 'ham'), phishing);
