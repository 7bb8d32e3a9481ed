import type { SenderMemory } from '../../../core/evidence/message-context.ts';
import type { HeadFacts, MessageLink } from '../../../core/evidence/message-facts.ts';
import { halfSipHash } from '../../../core/hash/half-sip-hash.ts';
import { ignoreFailure, fail, ok, type Result } from '../../../core/result.ts';
import { readLink } from '../../../core/url/read-link.ts';
import { registrableDomain } from '../../../core/url/hosts/registrable-domain.ts';
import { canonicalAddress } from '../../../core/url/mail-address.ts';
import { DAY_SECONDS, dayNumberOf, utcDayOf } from '../../../core/utc-day.ts';
import type { StorageFailure } from '../../platform/storage/database.ts';
import type { EvidenceStore } from '../../platform/storage/evidence-store.ts';
import type { Correspondent } from '../../platform/storage/private-records.ts';
import type { CorrespondentsSummary } from '../../protocol/evidence-messages.ts';
import type { Outcome } from '../../protocol/outcome.ts';
import { Cached } from '../realm/cached.ts';
import { namedPerson, personOf, probesOf, tracesOf } from './sender-likeness.ts';

/** The longest unseen are dropped. */
export const MAX_CORRESPONDENTS = 2_000;

/** A sender is known once seen on `KNOWN_DAYS` days that span `KNOWN_SPAN_DAYS`. */
const KNOWN_DAYS = 3;
const KNOWN_SPAN_DAYS = 14;

/** Days kept per sender: the first and the latest five. More adds nothing. */
const MAX_DAYS = 6;
const MAX_SITES = 40;
const MAX_SUBJECTS = 20;

type Hash = (kind: 'sender' | 'site' | 'subject' | 'person' | 'trace', name: string) => string;

type Head = Pick<HeadFacts, 'address' | 'name' | 'subject'>;

export interface CorrespondentsOptions {
  readonly store: Pick<EvidenceStore, 'correspondents' | 'replaceCorrespondents' | 'clearCorrespondents'>;
  /** Makes stored hashes meaningless on other devices. */
  readonly secret: () => Promise<Result<Uint8Array, StorageFailure>>;
  /** If true, a sender is known by address, otherwise by domain. */
  readonly isMailboxProvider: (domain: string) => boolean;
  readonly isOn: () => Promise<boolean>;
  readonly now: () => number;
}

/**
 * Names are hashed under the installation's secret: usable for lookups, not readable. From can be forged, so a known
 * sender cancels only circumstantial evidence.
 */
export class Correspondents {
  readonly #options: CorrespondentsOptions;
  readonly #known: Cached<ReadonlyMap<string, Correspondent> | null>;
  #writing: Promise<void> = Promise.resolve();

  constructor(options: CorrespondentsOptions) {
    this.#options = options;
    this.#known = new Cached(
      async (): Promise<ReadonlyMap<string, Correspondent> | null> => {
        const read = await options.store.correspondents();
        return read.ok ? new Map(read.value.map((each) => [each.key, each])) : null;
      },
      (known) => known !== null,
    );
  }

  /** @returns null if the memory is off, unreadable or too young, or the sender has no plain address */
  async memoryOf({ address, name: shownName, subject }: Head): Promise<SenderMemory | null> {
    const name = address === null ? null : this.#nameOf(address);
    if (name === null || !(await this.#options.isOn())) return null;
    const [known, hash] = await Promise.all([this.#known.get(), this.#hasher()]);
    if (known === null || hash === null || !this.#isOldEnough(known)) return null;
    const own = known.get(hash('sender', name));
    const isStranger = own === undefined || !isKnown(own);
    const sites = new Set([...known.values()].flatMap((each) => each.sites));
    const conversation = conversationOf(subject);
    return {
      isKnownSender: own !== undefined && isKnown(own),
      isKnownConversation:
        conversation !== null && own?.subjects.includes(hash('subject', conversation)) === true,
      isNamesake: isStranger && isNamesake(known, own?.key, shownName, hash),
      isAlmostKnown: isStranger && !name.includes('@') && isAlmostKnown(known, name, hash),
      hasLedTo: (site) => own?.sites.includes(hash('site', site)) === true,
      hasSeen: (site) => sites.has(hash('site', site)) || known.has(hash('sender', site)),
    };
  }

  /** For opened messages without marks. Never for private windows. */
  remember(head: Head & { readonly address: string }, links: readonly MessageLink[]): Promise<void> {
    // Serialized: concurrent messages must not lose a day.
    const work = (): Promise<void> => this.#remember(head, links);
    this.#writing = this.#writing.then(work, work);
    return this.#writing;
  }

  async describe(about: string): Promise<Result<CorrespondentsSummary, 'not-stored'>> {
    const [known, hash] = await Promise.all([this.#known.get(), this.#hasher()]);
    if (known === null || hash === null) return fail('not-stored');
    const all = [...known.values()];
    const days = all.flatMap((each) => each.days);
    const typed = about.trim();
    const name = this.#nameOf(typed) ?? registrableDomain(typed.toLowerCase());
    const asked = name === null ? undefined : known.get(hash('sender', name));
    return ok({
      senders: all.length,
      most: MAX_CORRESPONDENTS,
      days:
        days.length === 0
          ? null
          : {
              first: utcDayOf(Math.min(...days) * DAY_SECONDS),
              last: utcDayOf(Math.max(...days) * DAY_SECONDS),
            },
      asked:
        name === null
          ? null
          : {
              subject: name,
              days: asked?.days.length ?? 0,
              isKnown: asked !== undefined && isKnown(asked),
            },
    });
  }

  async clear(): Promise<Outcome> {
    await this.#writing;
    const cleared = await this.#options.store.clearCorrespondents();
    this.#known.forget();
    return cleared.ok ? 'done' : 'not-stored';
  }

  async #remember(
    { address, name: shownName, subject }: Head & { readonly address: string },
    links: readonly MessageLink[],
  ): Promise<void> {
    const { store, isOn, now } = this.#options;
    const name = this.#nameOf(address);
    if (name === null || !(await isOn())) return;
    const [known, hash] = await Promise.all([this.#known.get(), this.#hasher()]);
    if (known === null || hash === null) return;
    const key = hash('sender', name);
    const before = known.get(key);
    const today = dayNumberOf(now());
    const conversation = conversationOf(subject);
    const person = personOf(shownName, address);
    const traces = name.includes('@') ? [] : tracesOf(name).map((trace) => shortHash(hash('trace', trace)));
    const record: Correspondent = {
      // At a domain with several people, the latest is kept.
      ...(before?.person === undefined ? {} : { person: before.person }),
      ...(person === null ? {} : { person: shortHash(hash('person', person)) }),
      ...(traces.length === 0 ? {} : { traces }),
      key,
      days: withDay(before?.days ?? [], today),
      sites: latest(
        [...(before?.sites ?? []), ...sitesOf(links).map((site) => hash('site', site))],
        MAX_SITES,
      ),
      subjects: latest(
        [...(before?.subjects ?? []), ...(conversation === null ? [] : [hash('subject', conversation)])],
        MAX_SUBJECTS,
      ),
    };
    if (before !== undefined && JSON.stringify(before) === JSON.stringify(record)) return;
    const dropped =
      before === undefined && known.size >= MAX_CORRESPONDENTS ? [longestUnseen(known.values())] : [];
    // If this fails, at worst one day is lost.
    ignoreFailure(await store.replaceCorrespondents(record, dropped));
    this.#known.forget();
  }

  /** With little remembered, "never seen" proves nothing. */
  #isOldEnough(known: ReadonlyMap<string, Correspondent>): boolean {
    const first = Math.min(...[...known.values()].map(({ days }) => days[0] ?? Number.POSITIVE_INFINITY));
    return dayNumberOf(this.#options.now()) - first >= KNOWN_SPAN_DAYS;
  }

  #nameOf(address: string): string | null {
    const parsed = canonicalAddress(address);
    if (parsed === null) return null;
    const domain = registrableDomain(parsed.host);
    if (domain === null) return null;
    return this.#options.isMailboxProvider(domain) ? parsed.address : domain;
  }

  async #hasher(): Promise<Hash | null> {
    const secret = await this.#options.secret();
    if (!secret.ok) return null;
    const key = secret.value.subarray(0, 8);
    return (kind, name) => {
      const { high, low } = halfSipHash(key, new TextEncoder().encode(`correspondent ${kind} ${name}`));
      return `${high.toString(36)}.${low.toString(36)}`;
    };
  }
}

/** With several known senders of one name, another is no surprise. */
function isNamesake(
  known: ReadonlyMap<string, Correspondent>,
  own: string | undefined,
  shownName: string | null,
  hash: Hash,
): boolean {
  const name = namedPerson(shownName);
  if (name === null) return false;
  const person = shortHash(hash('person', name));
  const others = [...known.values()].filter((each) => each.person === person && each.key !== own);
  return others.length === 1 && others.every(isKnown);
}

function isAlmostKnown(known: ReadonlyMap<string, Correspondent>, domain: string, hash: Hash): boolean {
  const probes = probesOf(domain);
  if (probes === null) return false;
  const same = shortHash(hash('trace', probes.same));
  const alike = new Set(probes.alike.map((probe) => shortHash(hash('trace', probe))));
  // A known name under another suffix imitates nobody.
  if ([...known.values()].some(({ traces = [] }) => traces.includes(same))) return false;
  return [...known.values()].some(
    (each) => isKnown(each) && (each.traces ?? []).some((trace) => alike.has(trace)),
  );
}

/** 48 bits: eight bytes in storage, one chance match in 10⁸ new senders. */
function shortHash(hashed: string): number {
  const [high = '', low = ''] = hashed.split('.');
  return Number.parseInt(high, 36) * 2 ** 16 + (Number.parseInt(low, 36) >>> 16);
}

function isKnown({ days }: Correspondent): boolean {
  const [first = 0] = days;
  return days.length >= KNOWN_DAYS && (days.at(-1) ?? 0) - first >= KNOWN_SPAN_DAYS;
}

function withDay(days: readonly number[], today: number): readonly number[] {
  if (days.includes(today)) return days;
  const [first, ...rest] = [...days, today].sort((a, b) => a - b);
  return first === undefined ? [today] : [first, ...rest.slice(1 - MAX_DAYS)];
}

function latest(values: readonly string[], most: number): readonly string[] {
  return [...new Set(values.toReversed())].slice(0, most).toReversed();
}

function longestUnseen(all: Iterable<Correspondent>): string {
  const [oldest] = [...all].sort((a, b) => (a.days.at(-1) ?? 0) - (b.days.at(-1) ?? 0));
  return oldest?.key ?? '';
}

export function sitesOf(links: readonly MessageLink[]): readonly string[] {
  const sites = links.flatMap(({ href }) => {
    const layer = readLink(href).layers.findLast(({ host }) => host !== null);
    return layer?.registrableDomain ?? layer?.host ?? [];
  });
  return [...new Set(sites)];
}

/** Without reply prefixes; null if too short to identify. */
function conversationOf(subject: string | null): string | null {
  let rest = (subject ?? '').toLowerCase().replaceAll(/\s+/g, ' ').trim();
  for (let prefix = PREFIX.exec(rest); prefix !== null; prefix = PREFIX.exec(rest)) {
    rest = rest.slice(prefix[0].length);
  }
  return rest.length < 4 ? null : rest;
}

const PREFIX = /^(?:re|aw|sv|vs|odp|antw|fw|fwd|wg|tr|回复|答复|转发)(?:\[\d{1,3}\])? ?[:：] ?/;
