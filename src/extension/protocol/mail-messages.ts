import type { MessageFacts, MessageLink } from '../../core/evidence/message-facts.ts';
import { parseMessageFacts } from '../../core/evidence/parse-message-facts.ts';
import {
  anyText,
  asRecord,
  BadField,
  cutText,
  type Fields,
  flag,
  list,
  nullOr,
  oneOf,
  own,
  text,
} from '../../core/fields/read-fields.ts';
import { MAX_LABEL_LENGTH } from '../../core/evidence/message-facts.ts';
import type { MessageVerdict } from '../../core/verdict/verdict.ts';
import {
  CORRECTION_SCOPES,
  CORRECTIONS,
  type CorrectionAnswer,
  type CorrectionKind,
  type CorrectionScope,
} from './evidence-messages.ts';
import { type LinkVerdict, MAX_LINKS_PER_REQUEST } from './link-messages.ts';
import type { Readers } from './request-readers.ts';

/** As many as the mail parser reads. */
export const MAX_MAIL_LINKS = 5_000;

export interface MailSender {
  /** `user@host`; null for none or several. */
  readonly sender: string | null;
  /** The reader's mail server vouches for the sender. If false, nothing known in the sender's favor counts. */
  readonly isVouchedFor: boolean;
}

/** Judges links of a message; nothing is remembered. */
export interface JudgeMailLinks extends MailSender {
  readonly type: 'judge-mail-links';
  readonly links: readonly {
    readonly href: string;
    /** True for the sender's address. */
    readonly isSender: boolean;
  }[];
}

export interface JudgeMail extends MailSender {
  readonly type: 'judge-mail';
  readonly facts: MessageFacts;
  readonly links: readonly MessageLink[];
}

/** Judges the message again before correcting it. */
export interface CorrectMail extends Omit<JudgeMail, 'type'> {
  readonly type: 'correct-mail';
  readonly correction: CorrectionKind;
  readonly scope: CorrectionScope;
}

export type MailRequest = JudgeMailLinks | JudgeMail | CorrectMail;

export interface MailResponses {
  /** Unlike in `check-links`, clear links have layers too. */
  'judge-mail-links': { readonly verdicts: readonly LinkVerdict[] };
  'judge-mail': { readonly verdict: MessageVerdict };
  'correct-mail': CorrectionAnswer;
}

export const MAIL_READERS: Readers<MailRequest> = {
  'judge-mail-links': (from) => ({
    type: 'judge-mail-links',
    ...sender(from),
    links: list(from, 'links', MAX_LINKS_PER_REQUEST, (value, field) => {
      const link = asRecord(value, field);
      return { href: anyText(link, 'href', field), isSender: flag(link, 'isSender', field) };
    }),
  }),
  'judge-mail': (from) => ({ type: 'judge-mail', ...mail(from) }),
  'correct-mail': (from) => ({
    type: 'correct-mail',
    ...mail(from),
    correction: oneOf(from, 'correction', CORRECTIONS),
    scope: oneOf(from, 'scope', CORRECTION_SCOPES),
  }),
};

function sender(from: Fields): MailSender {
  return {
    sender: nullOr(from, 'sender', () => text(from, 'sender', 512)),
    isVouchedFor: flag(from, 'isVouchedFor'),
  };
}

function mail(from: Fields): Omit<JudgeMail, 'type'> {
  const facts = parseMessageFacts(own(from, 'facts'));
  if (!facts.ok) throw new BadField('', facts.failure.kind === 'not-facts' ? 'facts' : facts.failure.field);
  return {
    ...sender(from),
    facts: facts.value,
    links: list(from, 'links', MAX_MAIL_LINKS, (value, field) => {
      const link = asRecord(value, field);
      return {
        href: anyText(link, 'href', field),
        text: cutText(link, 'text', MAX_LABEL_LENGTH, field),
        tag: cutText(link, 'tag', 20, field),
      };
    }),
  };
}
