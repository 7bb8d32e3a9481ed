/**
 * Requests to the background realm.
 *
 * A webmail tab may be hostile: the receiver parses every request, and takes tab, frame and realm from the browser's
 * `sender`.
 */
import * as v from 'valibot';
import { isRecord } from '../../core/fields/is-record.ts';
import { pathOf } from '../../core/fields/schema.ts';
import { fail, ok, type Result } from '../../core/result.ts';
import { BACKUP_REQUESTS } from './backup-messages.ts';
import { CHANNEL_REQUESTS } from './channel-messages.ts';
import { CODE_REQUESTS } from './code-messages.ts';
import { DETAILS_REQUESTS } from './details-messages.ts';
import { DEVICE_LIST_REQUESTS } from './device-list-messages.ts';
import { EVIDENCE_REQUESTS } from './evidence-messages.ts';
import { FIRST_AID_REQUESTS } from './first-aid-messages.ts';
import { LINK_REQUESTS } from './link-messages.ts';
import { LOOK_BACK_REQUESTS } from './look-back-messages.ts';
import { MAIL_REQUESTS } from './mail-messages.ts';
import { OVERLAY_REQUESTS } from './overlay-messages.ts';
import { POLICY_REQUESTS } from './policy-messages.ts';
import { PREFERENCE_REQUESTS } from './preference-messages.ts';
import { PRESET_REQUESTS } from './preset-messages.ts';
import { QUESTION_REQUESTS } from './question-messages.ts';
import type { AnswersIn, RequestIn, Sender, TypesFrom } from './request-row.ts';
import { RULE_REQUESTS } from './rule-messages.ts';
import { STATISTICS_REQUESTS } from './statistics-messages.ts';
import { TAB_REQUESTS } from './tab-messages.ts';

export const REQUESTS = {
  ...BACKUP_REQUESTS,
  ...CHANNEL_REQUESTS,
  ...CODE_REQUESTS,
  ...DETAILS_REQUESTS,
  ...DEVICE_LIST_REQUESTS,
  ...EVIDENCE_REQUESTS,
  ...FIRST_AID_REQUESTS,
  ...LINK_REQUESTS,
  ...LOOK_BACK_REQUESTS,
  ...MAIL_REQUESTS,
  ...OVERLAY_REQUESTS,
  ...POLICY_REQUESTS,
  ...PREFERENCE_REQUESTS,
  ...PRESET_REQUESTS,
  ...QUESTION_REQUESTS,
  ...RULE_REQUESTS,
  ...STATISTICS_REQUESTS,
  ...TAB_REQUESTS,
};

type Rows = typeof REQUESTS;

export type RequestTo<Type extends keyof Rows> = RequestIn<Rows, Type>;

/** From webmail frames. */
export type ContentRequest = RequestTo<TypesFrom<Rows, 'frame'>>;

/** From our own pages. */
export type PageRequest = RequestTo<TypesFrom<Rows, 'page'>>;

export type Request = RequestTo<keyof Rows>;

export type Responses = AnswersIn<Rows>;

export type ResponseTo<R extends Request> = Responses[R['type']];

export type RequestFailure =
  | { readonly kind: 'not-a-request' }
  /** Unknown, or not allowed for this realm. */
  | { readonly kind: 'unknown-type' }
  /** As in `links[3].href`. */
  | { readonly kind: 'bad-field'; readonly field: string };

/** Drops unknown fields, cuts long evidence, and refuses other mismatches with the types. */
export function parseContentRequest(message: unknown): Result<ContentRequest, RequestFailure> {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- `from` in the table says which types these are
  return parse(message, 'frame') as Result<ContentRequest, RequestFailure>;
}

export function parsePageRequest(message: unknown): Result<PageRequest, RequestFailure> {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- as above
  return parse(message, 'page') as Result<PageRequest, RequestFailure>;
}

function parse(message: unknown, sender: Exclude<Sender, 'both'>): Result<object, RequestFailure> {
  if (!isRecord(message)) return fail({ kind: 'not-a-request' });
  const type = message['type'];
  if (typeof type !== 'string') return fail({ kind: 'not-a-request' });
  const row = isKnown(type) ? REQUESTS[type] : undefined;
  if (row === undefined || (row.from !== sender && row.from !== 'both'))
    return fail({ kind: 'unknown-type' });
  const schema: v.GenericSchema<unknown, object> = row.schema;
  const read = v.safeParse(schema, message, { abortEarly: true });
  return read.success
    ? ok({ type, ...read.output })
    : fail({ kind: 'bad-field', field: pathOf(read.issues[0]) });
}

function isKnown(type: string): type is keyof Rows {
  return Object.hasOwn(REQUESTS, type);
}
