import * as v from 'valibot';
import { MAX_LABEL_LENGTH } from '../../core/evidence/message-facts.ts';
import type { MessageVerdict } from '../../core/verdict/verdict.ts';
import { CORRECTION_SCOPES, CORRECTIONS, type CorrectionAnswer } from './evidence-messages.ts';
import { MESSAGE_FACTS } from '../../core/evidence/message-facts-schema.ts';
import { type LinkVerdict, MAX_LINKS_PER_REQUEST } from './link-messages.ts';
import { answers, page, type RequestIn } from './request-row.ts';
import { cutText, fields, list, text } from '../../core/fields/schema.ts';

/** As many as the mail parser reads. */
export const MAX_MAIL_LINKS = 5_000;

const SENDER = {
  /** `user@host`; null for none or several. */
  sender: v.nullable(text(512)),
  /** The reader's mail server vouches for the sender. If false, nothing known in the sender's favor counts. */
  isVouchedFor: v.boolean(),
};
export type MailSender = Readonly<v.InferOutput<v.ObjectSchema<typeof SENDER, undefined>>>;

const MAIL = {
  ...SENDER,
  facts: MESSAGE_FACTS,
  links: list(
    fields({ href: v.string(), text: cutText(MAX_LABEL_LENGTH), tag: cutText(20) }),
    MAX_MAIL_LINKS,
  ),
};

export const MAIL_REQUESTS = {
  /** Judges links of a message; nothing is remembered. Unlike in `check-links`, clear links have layers too. */
  'judge-mail-links': page(
    {
      ...SENDER,
      /** `isSender`: the sender's address. */
      links: list(fields({ href: v.string(), isSender: v.boolean() }), MAX_LINKS_PER_REQUEST),
    },
    answers<{ readonly verdicts: readonly LinkVerdict[] }>(),
  ),
  'judge-mail': page(MAIL, answers<{ readonly verdict: MessageVerdict }>()),
  /** Judges the message again before correcting it. */
  'correct-mail': page(
    {
      ...MAIL,
      correction: v.picklist(CORRECTIONS),
      scope: v.picklist(CORRECTION_SCOPES),
    },
    answers<CorrectionAnswer>(),
  ),
};

export type JudgeMailLinks = RequestIn<typeof MAIL_REQUESTS, 'judge-mail-links'>;
export type JudgeMail = RequestIn<typeof MAIL_REQUESTS, 'judge-mail'>;
export type CorrectMail = RequestIn<typeof MAIL_REQUESTS, 'correct-mail'>;
