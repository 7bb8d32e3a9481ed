import { EVIDENCE_ROWS } from '../../../core/evidence/evidence-rows.ts';
import type { EvidenceTables } from '../../../core/evidence/evidence-tables.ts';
import { scoreMessage, type ScoredMessage } from '../../../core/evidence/judge-message.ts';
import type { MessageContext } from '../../../core/evidence/message-context.ts';
import { contextOfMail, truncateLinks, type MessageList } from '../../../core/mail/judge-mail.ts';
import { withAuthentication } from '../../../core/mail/shown/authenticated.ts';
import type { MailFacts } from '../../../core/mail/shown/mail-facts.ts';
import { factsOfMail } from '../../node/mail-tools/node-mail.ts';
import { campaignOf } from './campaign-of.ts';
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
  /** Also judges marked phishing again, once without each of its reasons. */
  readonly weighs: boolean;
}

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

/** A result with what was judged, for those who judge it again. */
export interface JudgedFacts {
  readonly shown: MailFacts;
  readonly context: MessageContext;
  readonly result: EvidenceResult;
}

export class EvidenceRun {
  readonly results: EvidenceResult[] = [];
  /** Reason → number of phishing mails with links marked only with it. */
  readonly lostWithout = new Map<string, number>();
  readonly #options: EvidenceOptions;

  constructor(options: EvidenceOptions) {
    this.#options = options;
  }

  async add(mail: Mail): Promise<JudgedFacts> {
    const { list, reader, without, servers, weighs } = this.#options;
    const told = withAuthentication(factsOfMail(mail, reader), mail.authentication, servers);
    const shown = hidden(told, without);
    const context = await contextOfMail(shown.facts, list);
    const result = {
      source: mail.source,
      label: mail.label,
      id: mail.id,
      hasLinks: shown.links.length > 0,
      hasWebLinks: shown.links.some(({ href }) => /^\s*https?:/i.test(href)),
      scored: this.score(shown, context),
      campaign: campaignOf(mail, shown),
    };
    this.results.push(result);
    if (weighs && isPhishing(result) && result.scored.isMarked) this.#weigh(shown, result.scored, context);
    return { shown, context, result };
  }

  /** @param without - id of a reason to skip */
  score({ facts, links }: MailFacts, context: MessageContext, without?: string): ScoredMessage {
    const rows = EVIDENCE_ROWS.filter(({ id }) => id !== without);
    return scoreMessage(facts, truncateLinks(links), this.#options.tables, context, rows);
  }

  #weigh(mail: MailFacts, { reasons }: ScoredMessage, context: MessageContext): void {
    for (const { id } of reasons) {
      if (!this.score(mail, context, id).isMarked)
        this.lostWithout.set(id, (this.lostWithout.get(id) ?? 0) + 1);
    }
  }
}

/** Phishing with a link. */
export function isPhishing({ label, hasLinks }: EvidenceResult): boolean {
  return label === 'phish' && hasLinks;
}

function hidden({ facts, links }: MailFacts, without: readonly HideablePart[]): MailFacts {
  const { head } = facts;
  if (head === null || without.includes('head')) return { facts: { ...facts, head: null }, links };
  const name = without.includes('name') ? null : head.name;
  const subject = without.includes('subject') ? null : head.subject;
  return { facts: { ...facts, head: { ...head, name, subject } }, links };
}
