import { UNREAD_REASONS } from '../../../core/mail/content/unread.ts';
import { Type, type Static } from 'typebox';
import { MESSAGE_VERDICT_SCHEMA, VERDICT_SCHEMA } from '../../../core/verdict/answer-schema.ts';
import { CATEGORIES, LEVELS, type Verdict } from '../../../core/verdict/verdict.ts';
import { MAX_ENTRY_CHARACTERS, MAX_ID_CHARACTERS } from '../changes/parse-change.ts';
import { CHANGE_ACTIONS } from '../../node/changes/change.ts';
import { ACTIONS } from '../check/policy.ts';
import { PROBLEM_TYPE } from './problem.ts';
import type { MessageEvidence } from '../message/message-evidence.ts';

// Used for validation, serialization and OpenAPI.

export const MAX_URLS = 1000;
export const MAX_CHANGES = 1000;

const oneOf = <Word extends string>(words: readonly Word[], description?: string) =>
  Type.Unsafe<Word>({ type: 'string', enum: words, ...(description === undefined ? {} : { description }) });

const closed = { additionalProperties: false } as const;

export const CheckRequest = Type.Object(
  {
    urls: Type.Array(Type.String({ description: 'as it was submitted: nothing is followed or fetched' }), {
      minItems: 1,
      maxItems: MAX_URLS,
    }),
  },
  closed,
);
export type CheckRequest = Static<typeof CheckRequest>;

export const LinkAnswer = Type.Object({
  action: oneOf(ACTIONS, 'what the policy says to do'),
  verdict: Type.Unsafe<Verdict>(VERDICT_SCHEMA),
});
export type LinkAnswer = Static<typeof LinkAnswer>;

export const ListState = Type.Union(
  [
    Type.Null(),
    Type.Object({
      channel: Type.String(),
      serial: Type.Integer(),
      entries: Type.Integer(),
      publishedAt: Type.Integer({ description: 'Unix time, seconds' }),
      age: Type.Integer({ description: 'seconds' }),
      status: oneOf(['fresh', 'stale', 'expired']),
    }),
  ],
  { description: 'the list in use; of several channels the oldest. null: a list is missing' },
);
export type ListState = Static<typeof ListState>;

export const EngineState = Type.Union([Type.Null(), oneOf(['current', 'behind', 'away'])], {
  description:
    'state of the engine, which holds changes and perhaps the list; null: there is none. Unless it is current, links that are not flagged are unchecked',
});
export type EngineState = Static<typeof EngineState>;

const EngineStatus = Type.Union([Type.Null(), oneOf(['current', 'stale', 'behind', 'away'])], {
  description:
    'as in answers. stale: the engine holds all acknowledged changes, but this service, which writes to it, cannot update it',
});

export const CheckAnswer = Type.Object({
  action: oneOf(ACTIONS, 'the strictest of all'),
  list: ListState,
  engine: EngineState,
  results: Type.Array(LinkAnswer, { description: 'one for each URL, in the same order' }),
});

const content = (description: string) => Type.Optional(Type.String({ description }));

export const MessageRequest = Type.Object(
  {
    text: content('plain text'),
    html: content('HTML, as it would be shown'),
    raw: Type.Optional(
      Type.String({ pattern: '^[A-Za-z0-9+/]*={0,2}$', description: 'a mail as it was sent, in base64' }),
    ),
  },
  { ...closed, minProperties: 1, maxProperties: 1 },
);
export type MessageRequest = Static<typeof MessageRequest>;

export const OwnServer = Type.Object(
  {
    authservId: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 255,
        description:
          'for raw mail: the name (authserv-id) of the mailbox’s own server. Only its topmost Authentication-Results count; without a name none do, because a sender can write such a field too',
      }),
    ),
  },
  closed,
);
export type OwnServer = Static<typeof OwnServer>;

export const MessageAnswer = Type.Object({
  action: oneOf(ACTIONS, 'the strictest of all'),
  list: ListState,
  engine: EngineState,
  isWhole: Type.Boolean({ description: 'false: part of it could not be read, so it is not checked' }),
  unread: Type.Array(oneOf(UNREAD_REASONS), { description: 'why it is not whole' }),
  attachments: Type.Array(
    Type.Object({
      name: Type.String(),
      type: Type.String({ description: 'type by its bytes if these tell, otherwise as declared' }),
      isLookedInto: Type.Boolean({
        description:
          'false: the links in it, if it has any, are not among `links`; that alone does not change the action',
      }),
    }),
    { description: 'for raw mail: the attached files' },
  ),
  evidence: Type.Unsafe<MessageEvidence>(MESSAGE_VERDICT_SCHEMA),
  senders: Type.Array(Type.Object({ address: Type.String(), ...LinkAnswer.properties }), {
    description:
      'for raw mail: each address in From. A listing makes it `review` at most, because it can be forged',
  }),
  links: Type.Array(Type.Object({ url: Type.String(), ...LinkAnswer.properties })),
});
export type MessageAnswer = Static<typeof MessageAnswer>;

export const ChangesRequest = Type.Object(
  {
    changes: Type.Array(
      Type.Object(
        {
          id: Type.String({ minLength: 1, maxLength: MAX_ID_CHARACTERS }),
          action: oneOf(CHANGE_ACTIONS),
          entry: Type.String({
            maxLength: MAX_ENTRY_CHARACTERS,
            description: 'a URL or a host; of the kind `address` a sender or its domain',
          }),
          sequence: Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER }),
          kind: Type.Optional(
            oneOf(
              ['url', 'address', 'message'],
              '`address`: whom a mail says it is from, or whom a link writes to; `message` is refused',
            ),
          ),
          category: Type.Optional(oneOf(CATEGORIES)),
          level: Type.Optional(oneOf(LEVELS)),
          expiresAt: Type.Optional(Type.Integer({ minimum: 0, description: 'Unix time, seconds' })),
        },
        closed,
      ),
      { minItems: 1, maxItems: MAX_CHANGES },
    ),
  },
  closed,
);
export type ChangesRequest = Static<typeof ChangesRequest>;

export const ChangesAnswer = Type.Object({
  results: Type.Array(
    Type.Object({
      id: Type.String(),
      outcome: oneOf(['applied', 'repeated', 'superseded', 'conflict', 'refused']),
      because: Type.Optional(Type.String()),
    }),
  ),
});

export const ReportRequest = Type.Object(
  {
    url: Type.String({ maxLength: 8192 }),
    vote: oneOf(['spam', 'not-spam']),
    voter: Type.String({
      minLength: 1,
      maxLength: 128,
      description:
        'the voter, by a name that only the platform understands; kept as a keyed hash until the day ends',
    }),
  },
  closed,
);
export type ReportRequest = Static<typeof ReportRequest>;

export const ReportAnswer = Type.Object({ outcome: oneOf(['kept', 'already-voted']) });

export const StatusAnswer = Type.Object({
  version: Type.String(),
  list: ListState,
  lists: Type.Array(ListState, { description: 'the list of each channel, in the order of the options' }),
  engine: EngineStatus,
  changes: Type.Integer({ description: 'changed entries since the list was built' }),
  ready: Type.Boolean(),
});

const ProblemAnswer = Type.Object({
  type: Type.String(),
  title: Type.String(),
  status: Type.Integer(),
  code: Type.String(),
  detail: Type.String(),
});

/** For responses with a single content type of their own. */
export const describedResponse = (description: string, type: string, schema: object) => ({
  description,
  content: { [type]: { schema } },
});

export const PROBLEMS = {
  '4xx': describedResponse('What is wrong with the request', PROBLEM_TYPE, ProblemAnswer),
  '5xx': describedResponse('What is wrong here; another try may have a chance', PROBLEM_TYPE, ProblemAnswer),
} as const;
