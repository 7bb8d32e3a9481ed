import type { SenderApproval } from '../../../core/evidence/message-context.ts';
import type { HeadFacts, MessageLink } from '../../../core/evidence/message-facts.ts';
import { fail, ok, type Result } from '../../../core/result.ts';
import { canonicalAddress } from '../../../core/url/mail-address.ts';
import { registrableDomain } from '../../../core/url/hosts/registrable-domain.ts';
import type { MessageVerdict } from '../../../core/verdict/verdict.ts';
import type { StorageFailure } from '../../platform/storage/database.ts';
import type { EvidenceStore } from '../../platform/storage/evidence-store.ts';
import { readSession, removeFromSession, writeSession } from '../../platform/session-storage.ts';
import type {
  Correction,
  CorrectionKind,
  CorrectionRefusal,
  CorrectionScope,
} from '../../protocol/evidence-messages.ts';
import type { Outcome } from '../../protocol/outcome.ts';
import { Cached } from '../realm/cached.ts';
import { sitesOf } from './correspondents.ts';

/** Few enough to read at once. */
const MAX_CORRECTIONS = 2_000;

/** Sites kept per correction, from the latest messages. */
const MAX_SITES = 100;

/** Ids of evidence that From is forged: the named sender is the victim. */
const FORGED_BY: ReadonlySet<string> = new Set(['A2', 'R4']);

export interface CorrectionsOptions {
  readonly store: EvidenceStore;
  readonly isMailboxProvider: (domain: string) => boolean;
  readonly now: () => number;
  readonly onChange: () => Promise<void>;
}

export interface CorrectedMessage {
  readonly head: HeadFacts | null;
  readonly links: readonly MessageLink[];
  readonly verdict: MessageVerdict;
}

/** The reader's answers: *This is fine*, *This is spam*. */
export class Corrections {
  readonly #options: CorrectionsOptions;
  readonly #all: Cached<Result<readonly Correction[], StorageFailure>>;

  constructor(options: CorrectionsOptions) {
    this.#options = options;
    this.#all = new Cached(
      () => options.store.corrections(),
      ({ ok: isRead }) => isRead,
    );
  }

  async list(): Promise<Result<readonly Correction[], StorageFailure>> {
    const all = await this.#all.get();
    return all.ok ? ok(all.value.toSorted((a, b) => b.addedAt - a.addedAt)) : all;
  }

  async fineWordOn(sender: string | null): Promise<SenderApproval | null> {
    const said = sender === null ? [] : await this.#about('fine', senderSubjects(sender));
    if (said.length === 0) return null;
    const sites = new Set(said.flatMap((each) => each.sites));
    return { hasLedTo: (site) => sites.has(site) };
  }

  async listFine(senders: readonly string[]): Promise<readonly Correction[]> {
    const said = await this.#about('fine', senders.flatMap(senderSubjects));
    return said.toSorted((a, b) => b.addedAt - a.addedAt);
  }

  async isSpam(sender: string | null, links: readonly MessageLink[]): Promise<boolean> {
    const all = await this.#all.get();
    if (!all.ok || !all.value.some(({ correction }) => correction === 'spam')) return false;
    const sites = sitesOf(links).map((site) => `site ${site}`);
    const said = await this.#about('spam', [...(sender === null ? [] : senderSubjects(sender)), ...sites]);
    return said.length > 0;
  }

  /** Replaces the subject's earlier correction, which `undo` restores. */
  async add(
    correction: CorrectionKind,
    scope: CorrectionScope,
    message: CorrectedMessage,
  ): Promise<Result<Correction & { readonly domain: string | null }, CorrectionRefusal>> {
    const { store, now, onChange } = this.#options;
    const subject = this.#subjectOf(correction, scope, message);
    if (!subject.ok) return subject;
    const all = await this.#all.get();
    if (!all.ok) return fail('not-stored');
    if (all.value.length >= MAX_CORRECTIONS) return fail('too-many');
    const { domain, ...named } = subject.value;
    // So that `put` replaces the earlier correction.
    const id = `${named.scope} ${named.subject}`;
    const replaced = all.value.find((each) => each.id === id);
    const before = replaced?.correction === correction ? replaced.sites : [];
    const sites =
      correction === 'fine' ? [...new Set([...sitesOf(message.links), ...before])].slice(0, MAX_SITES) : [];
    const added: Correction = { id, correction, ...named, addedAt: now(), sites };
    if (!(await store.putCorrection(added)).ok) return fail('not-stored');
    if (replaced === undefined) await removeFromSession([replacedKey(id)]);
    else await writeSession(replacedKey(id), replaced);
    await onChange();
    return ok({ ...added, domain });
  }

  async undo(id: string): Promise<Outcome> {
    const stored = await readSession(replacedKey(id));
    // Not parsed: written only here, for this session.
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion
    return this.#takeBack(id, (stored as Correction | undefined) ?? null);
  }

  /** Restores no replaced correction: the table shows none. */
  remove(id: string): Promise<Outcome> {
    return this.#takeBack(id, null);
  }

  async #takeBack(id: string, replaced: Correction | null): Promise<Outcome> {
    const done = await this.#options.store.undoCorrection(id, replaced);
    // The replaced correction stays, for a retry.
    if (!done.ok) return 'not-stored';
    await removeFromSession([replacedKey(id)]);
    if (!done.value) return 'gone';
    await this.#options.onChange();
    return 'done';
  }

  forget(): void {
    this.#all.forget();
  }

  #subjectOf(
    correction: CorrectionKind,
    scope: CorrectionScope,
    { head, links, verdict }: CorrectedMessage,
  ): Result<Pick<Correction, 'scope' | 'subject'> & { readonly domain: string | null }, CorrectionRefusal> {
    const isForged = verdict.reasons.some(({ id }) => FORGED_BY.has(id));
    if (correction === 'spam' && isForged) {
      const [site] = sitesOf(verdict.linkIndices.flatMap((index) => links[index] ?? []));
      return site === undefined ? fail('unknown-sender') : ok({ scope: 'site', subject: site, domain: null });
    }
    const sender = canonicalAddress(head?.address ?? '');
    if (sender === null) return fail('unknown-sender');
    const site = registrableDomain(sender.host);
    const own = canonicalAddress(head?.reader ?? '');
    const isOwnDomain =
      own !== null && site !== null && registrableDomain(own.host) === site && !this.#isShared(site);
    if (correction === 'spam' && (own?.address === sender.address || isOwnDomain)) return fail('own-address');
    const domain = site === null || this.#isShared(site) ? null : site;
    if (scope === 'address') return ok({ scope, subject: sender.address, domain });
    return domain === null ? fail('shared-domain') : ok({ scope, subject: domain, domain });
  }

  #isShared(domain: string): boolean {
    return this.#options.isMailboxProvider(domain);
  }

  async #about(correction: CorrectionKind, ids: readonly string[]): Promise<readonly Correction[]> {
    const all = await this.#all.get();
    return (all.ok ? all.value : []).filter(
      (each) => each.correction === correction && ids.includes(each.id),
    );
  }
}

const replacedKey = (id: string): string => `replaced-correction:${id}`;

function senderSubjects(address: string): readonly string[] {
  const sender = canonicalAddress(address);
  if (sender === null) return [];
  const domain = registrableDomain(sender.host);
  return [`address ${sender.address}`, ...(domain === null ? [] : [`domain ${domain}`])];
}
