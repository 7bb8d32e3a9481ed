/**
 * Requests to the background realm.
 *
 * A webmail tab may be hostile: the receiver parses every request, and takes tab, frame and realm from the browser's
 * `sender`.
 */
import * as v from 'valibot';
import { fail, ok, type Result } from '../../core/result.ts';
import { BACKUP_READERS, type BackupResponses, type BackupRequest } from './backup-messages.ts';
import { CHANNEL_READERS, type ChannelResponses, type ChannelRequest } from './channel-messages.ts';
import {
  type CodeResponses,
  FRAME_CODE_READERS,
  type JudgeCodes,
  PAGE_CODE_READERS,
  type ReadCodes,
} from './code-messages.ts';
import {
  type EvidenceResponses,
  FRAME_EVIDENCE_READERS,
  type FrameEvidenceRequest,
  PAGE_EVIDENCE_READERS,
  type PageEvidenceRequest,
} from './evidence-messages.ts';
import { DETAILS_READERS, type DetailsRequest, type DetailsResponses } from './details-messages.ts';
import {
  DEVICE_LIST_READERS,
  type DeviceListResponses,
  type DeviceListRequest,
} from './device-list-messages.ts';
import { FIRST_AID_READERS, type FirstAidRequest, type FirstAidResponses } from './first-aid-messages.ts';
import { LINK_READERS, type LinkResponses, type LinkRequest } from './link-messages.ts';
import { LOOK_BACK_REQUESTS } from './look-back-messages.ts';
import {
  FRAME_PREFERENCE_READERS,
  type FramePreferenceRequest,
  PAGE_PREFERENCE_READERS,
  type PagePreferenceRequest,
  type PreferenceResponses,
} from './preference-messages.ts';
import { MAIL_READERS, type MailRequest, type MailResponses } from './mail-messages.ts';
import { POLICY_READERS, type PolicyRequest, type PolicyResponses } from './policy-messages.ts';
import { PRESET_READERS, type PresetResponses, type PresetRequest } from './preset-messages.ts';
import { OVERLAY_REQUESTS } from './overlay-messages.ts';
import { QUESTION_REQUESTS } from './question-messages.ts';
import { isRecord } from '../../core/fields/is-record.ts';
import { BadField, type Fields } from '../../core/fields/read-fields.ts';
import type { AnswersIn, RequestIn, TypesFrom } from './request-row.ts';
import type { Readers } from './request-readers.ts';
import {
  FRAME_RULE_READERS,
  type FrameRuleRequest,
  PAGE_RULE_READERS,
  type PageRuleRequest,
  type RuleResponses,
} from './rule-messages.ts';
import {
  STATISTICS_READERS,
  type StatisticsResponses,
  type StatisticsRequest,
} from './statistics-messages.ts';
import {
  FRAME_TAB_READERS,
  type FrameTabRequest,
  PAGE_TAB_READERS,
  type PageTabRequest,
  type TabResponses,
} from './tab-messages.ts';

const REQUESTS = {
  ...LOOK_BACK_REQUESTS,
  ...OVERLAY_REQUESTS,
  ...QUESTION_REQUESTS,
};

type Rows = typeof REQUESTS;

/** From webmail frames. */
export type ContentRequest =
  | LinkRequest
  | FrameEvidenceRequest
  | FrameRuleRequest
  | FrameTabRequest
  | FramePreferenceRequest
  | FirstAidRequest
  | ReadCodes
  | RequestIn<Rows, TypesFrom<Rows, 'frame'>>
  | DetailsRequest;

/** From our own pages. */
export type PageRequest =
  | ChannelRequest
  | PageEvidenceRequest
  | JudgeCodes
  | MailRequest
  | DeviceListRequest
  | PresetRequest
  | PageRuleRequest
  | PageTabRequest
  | PagePreferenceRequest
  | StatisticsRequest
  | PolicyRequest
  | BackupRequest
  | RequestIn<Rows, TypesFrom<Rows, 'page'>>;

export type Request = ContentRequest | PageRequest;

export interface Responses
  extends
    LinkResponses,
    EvidenceResponses,
    CodeResponses,
    MailResponses,
    RuleResponses,
    TabResponses,
    FirstAidResponses,
    PreferenceResponses,
    DetailsResponses,
    ChannelResponses,
    DeviceListResponses,
    PresetResponses,
    StatisticsResponses,
    PolicyResponses,
    BackupResponses,
    AnswersIn<Rows> {}

export type RequestTo<Type extends Request['type']> = Extract<Request, { type: Type }>;

export type ResponseTo<R extends Request> = Responses[R['type']];

type ByReader<R extends Request> = Exclude<R, { type: keyof Rows }>;

const CONTENT_READERS: Readers<ByReader<ContentRequest>> = {
  ...LINK_READERS,
  ...FRAME_EVIDENCE_READERS,
  ...FRAME_RULE_READERS,
  ...FRAME_TAB_READERS,
  ...FRAME_PREFERENCE_READERS,
  ...FIRST_AID_READERS,
  ...FRAME_CODE_READERS,
  ...DETAILS_READERS,
};

const PAGE_READERS: Readers<ByReader<PageRequest>> = {
  ...CHANNEL_READERS,
  ...PAGE_EVIDENCE_READERS,
  ...PAGE_CODE_READERS,
  ...MAIL_READERS,
  ...DEVICE_LIST_READERS,
  ...PRESET_READERS,
  ...PAGE_RULE_READERS,
  ...PAGE_TAB_READERS,
  ...PAGE_PREFERENCE_READERS,
  ...STATISTICS_READERS,
  ...POLICY_READERS,
  ...BACKUP_READERS,
};

export type RequestFailure =
  | { readonly kind: 'not-a-request' }
  /** Unknown, or not allowed for this realm. */
  | { readonly kind: 'unknown-type' }
  /** As in `links[3].href`. */
  | { readonly kind: 'bad-field'; readonly field: string };

/** Drops unknown fields, cuts long evidence, and refuses other mismatches with the types. */
export function parseContentRequest(message: unknown): Result<ContentRequest, RequestFailure> {
  return parse<ContentRequest>(message, 'frame', CONTENT_READERS);
}

export function parsePageRequest(message: unknown): Result<PageRequest, RequestFailure> {
  return parse<PageRequest>(message, 'page', PAGE_READERS);
}

function parse<R extends { readonly type: string }>(
  message: unknown,
  sender: 'frame' | 'page',
  readers: Readonly<Record<string, (from: Fields) => unknown>>,
): Result<R, RequestFailure> {
  if (!isRecord(message)) return fail({ kind: 'not-a-request' });
  const type = message['type'];
  if (typeof type !== 'string') return fail({ kind: 'not-a-request' });
  const row = Object.hasOwn(REQUESTS, type) ? REQUESTS[type as keyof Rows] : undefined;
  if (row !== undefined) {
    if (row.from !== sender) return fail({ kind: 'unknown-type' });
    const read = v.safeParse(row.schema as v.GenericSchema<unknown, Record<string, unknown>>, message, {
      abortEarly: true,
    });
    if (read.success) return ok({ type, ...read.output } as unknown as R);
    return fail({ kind: 'bad-field', field: pathOf(read.issues[0]) });
  }
  const read = Object.hasOwn(readers, type) ? readers[type] : undefined;
  if (read === undefined) return fail({ kind: 'unknown-type' });
  try {
    return ok(read(message) as R);
  } catch (error) {
    if (error instanceof BadField) return fail({ kind: 'bad-field', field: error.field });
    throw error;
  }
}

function pathOf({ path }: v.BaseIssue<unknown>): string {
  return (path ?? [])
    .map(({ key }, at) => (typeof key === 'number' ? `[${key}]` : at === 0 ? String(key) : `.${String(key)}`))
    .join('');
}
