import type { MessageContext, TextListing } from '../../../core/evidence/message-context.ts';
import { scoreMessage, type ScoredMessage } from '../../../core/evidence/judge-message.ts';
import { truncateLinks, contextOfMail, type MessageList } from '../../../core/mail/judge-mail.ts';
import { EVIDENCE_ROWS } from '../../../core/evidence/evidence-rows.ts';
import type { EvidenceTables } from '../../../core/evidence/evidence-tables.ts';
import { campaignOf } from './campaign-of.ts';
import {
  adaptMail,
  FREE_MOVES,
  LOOK_ALIKES,
  withLookAlike,
  type FreeMove,
  type LookAlike,
} from './adapt-mail.ts';
import { factsOfMail } from '../../node/mail-tools/node-mail.ts';
import { withAuthentication } from '../../../core/mail/shown/authenticated.ts';
import type { MailFacts } from '../../../core/mail/shown/mail-facts.ts';
import { FingerprintRun } from './fingerprint-run.ts';
import type { Mail } from './mail.ts';

/** Parts that some webmails do not show. */
export const HIDEABLE_PARTS = ['name', 'subject', 'head'] as const;
export type HideablePart = (typeof HIDEABLE_PARTS)[number];

export interface EvidenceOptions {
  readonly tables: EvidenceTables;
  readonly list: MessageList | null;
  /** The mailbox's address; null if unknown. */
  readonly reader: string | null;
  readonly without: readonly HideablePart[];
  /** authserv-ids of the mailboxes' own servers; authentication results of other servers are ignored. */
  readonly servers: readonly string[];
  /** File names added to every mail's attachments. */
  readonly attached: readonly string[];
  /** Also judges each phishing mail with links after free moves. */
  readonly adapts: boolean;
  readonly compares: boolean;
  /** Also judges marked phishing again, once without each of its reasons. */
  readonly weighs: boolean;
}

/** Phishing mails moved to one kind of look-alike domain. */
export interface LookAlikeFigures {
  moved: number;
  marked: number;
  /** Marked even without the reason that looks at such domains. */
  markedWithout: number;
}

const LOOK_ALIKE_REASON = 'B2';

export interface EvidenceResult {
  readonly source: string;
  readonly label: string;
  readonly id: string;
  readonly hasLinks: boolean;
  readonly hasWebLinks: boolean;
  readonly scored: ScoredMessage;
  /** From `campaignOf`. */
  readonly campaign: string;
}

export class EvidenceRun {
  readonly results: EvidenceResult[] = [];
  /** Moves → number of phishing mails with links still marked after them. */
  readonly marksAfter = new Map<string, number>();
  readonly lookAlikes = new Map<LookAlike, LookAlikeFigures>(
    LOOK_ALIKES.map((kind) => [kind, { moved: 0, marked: 0, markedWithout: 0 }]),
  );
  /** Reason → number of phishing mails with links marked only with it. */
  readonly lostWithout = new Map<string, number>();
  readonly fingerprints: FingerprintRun | null;
  readonly #options: EvidenceOptions;

  constructor(options: EvidenceOptions) {
    this.#options = options;
    this.fingerprints = options.compares ? new FingerprintRun() : null;
  }

  async add(mail: Mail): Promise<ScoredMessage> {
    const { tables, list, reader, without, servers, attached, adapts, weighs } = this.#options;
    const files = [...(mail.files ?? []), ...attached];
    const shown = withAuthentication(factsOfMail({ ...mail, files }, reader), mail.authentication, servers);
    const seen = hidden(shown, without);
    const context = await contextOfMail(seen.facts, list);
    const scored = this.#score(seen, context);
    const campaign = campaignOf(mail, seen);
    this.fingerprints?.add(
      mail,
      seen,
      campaign,
      (listing) => this.#score(seen, withListing(context, listing)).isMarked,
    );
    this.results.push({
      source: mail.source,
      label: mail.label,
      id: mail.id,
      hasLinks: seen.links.length > 0,
      hasWebLinks: seen.links.some(({ href }) => /^\s*https?:/i.test(href)),
      scored,
      campaign,
    });
    if (mail.label === 'phish' && seen.links.length > 0) {
      if (adapts) this.#adapt(seen, tables, context);
      if (weighs && scored.isMarked) this.#weigh(seen, scored, context);
    }
    return scored;
  }

  /** @param without - id of a reason to skip */
  #score({ facts, links }: MailFacts, context: MessageContext, without?: string): ScoredMessage {
    const rows = EVIDENCE_ROWS.filter(({ id }) => id !== without);
    return scoreMessage(facts, truncateLinks(links), this.#options.tables, context, rows);
  }

  #weigh(mail: MailFacts, { reasons }: ScoredMessage, context: MessageContext): void {
    for (const { id } of reasons) {
      if (!this.#score(mail, context, id).isMarked)
        this.lostWithout.set(id, (this.lostWithout.get(id) ?? 0) + 1);
    }
  }

  #adapt(mail: MailFacts, tables: EvidenceTables, context: MessageContext): void {
    for (const moves of MOVES) {
      const changed = moves.reduce((before, move) => adaptMail(before, move, tables), mail);
      const name = moves.join(' + ');
      const isMarked = this.#score(changed, context).isMarked;
      this.marksAfter.set(name, (this.marksAfter.get(name) ?? 0) + (isMarked ? 1 : 0));
    }
    for (const [kind, figures] of this.lookAlikes) {
      const changed = withLookAlike(mail, kind, tables);
      if (changed === null) continue;
      figures.moved++;
      if (this.#score(changed, context).isMarked) figures.marked++;
      if (this.#score(changed, context, LOOK_ALIKE_REASON).isMarked) figures.markedWithout++;
    }
  }
}

function withListing(context: MessageContext, listing: TextListing | null): MessageContext {
  return listing === null ? context : { ...context, listing };
}

const MOVES: readonly (readonly FreeMove[])[] = [
  ...FREE_MOVES.map((move) => [move]),
  ...FREE_MOVES.flatMap((first, at) => FREE_MOVES.slice(at + 1).map((second) => [first, second])),
];

function hidden({ facts, links }: MailFacts, without: readonly HideablePart[]): MailFacts {
  const { head } = facts;
  if (head === null || without.includes('head')) return { facts: { ...facts, head: null }, links };
  const name = without.includes('name') ? null : head.name;
  const subject = without.includes('subject') ? null : head.subject;
  return { facts: { ...facts, head: { ...head, name, subject } }, links };
}
