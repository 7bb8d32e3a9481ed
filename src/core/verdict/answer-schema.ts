import { TRUNCATIONS } from '../url/canonical/link-layer.ts';
import {
  CATEGORIES,
  EVIDENCE_FAMILIES,
  LEVELS,
  type MessageVerdict,
  type Reason,
  TRUST_SCOPES,
  UNCHECKED_BECAUSE,
  type Verdict,
} from './verdict.ts';

// JSON Schema of the answers of `spamlight check`, `explain`, `evaluate` and the check service, with the names of
// `verdict.ts`. Each union is one object: readers look at `kind` first, and serializers need not try alternatives.

type FieldsOf<Union> = Union extends unknown ? keyof Union : never;
type Properties<Union> = Readonly<Record<FieldsOf<Union>, object>>;

const text = (description: string) => ({ type: 'string', description }) as const;
const integer = (description: string) => ({ type: 'integer', description }) as const;
const oneOf = (words: readonly string[], description?: string) =>
  ({ type: 'string', enum: words, ...(description === undefined ? {} : { description }) }) as const;
/** Makes the compiler demand every member. */
const wordsOf = <Word extends string>(all: Readonly<Record<Word, true>>): readonly string[] =>
  Object.keys(all);

const LEVEL = oneOf(LEVELS);
const WHO = oneOf(['reader', 'administrator']);
const ASKS = { type: 'boolean', description: 'whether a click asks first' } as const;

const REASON_SCHEMA = {
  type: 'object',
  required: ['kind', 'level'],
  additionalProperties: false,
  properties: {
    kind: oneOf(
      wordsOf<Reason['kind']>({
        listed: true,
        blocked: true,
        'self-test': true,
        evidence: true,
        truncated: true,
      }),
    ),
    level: LEVEL,
    layer: integer('0: the link as it was given; more: what it wraps, as a redirector does'),
    category: oneOf(CATEGORIES),
    expression: text('the entry that is listed'),
    group: text('whom the list names for it; `several` where two or more agree'),
    channel: text('id of the list; `changes` of what the service was told by event'),
    channelName: text('what the list calls itself'),
    serial: integer('of the list, or the sequence of the change'),
    isCarried: {
      type: 'boolean',
      description: 'true: the layer contains the listed address and may lead there; absent otherwise',
    },
    publishedAt: integer('of the list or the change: Unix time, seconds'),
    by: WHO,
    scope: oneOf(TRUST_SCOPES),
    subject: text('what was blocked'),
    id: text('row of the evidence table'),
    family: oneOf(EVIDENCE_FAMILIES),
    points: integer('negative for what speaks in favour of the message'),
    values: { type: 'array', items: text('from the message: show it as text only') },
    limit: oneOf(TRUNCATIONS, 'what was reached before all of it was read'),
  } satisfies Properties<Reason>,
} as const;

export const VERDICT_SCHEMA = {
  type: 'object',
  required: ['kind'],
  additionalProperties: false,
  properties: {
    kind: oneOf(wordsOf<Verdict['kind']>({ clear: true, flagged: true, allowed: true, unchecked: true })),
    level: LEVEL,
    asks: ASKS,
    reasons: { type: 'array', items: REASON_SCHEMA },
    because: oneOf(UNCHECKED_BECAUSE, 'why it could not be checked'),
    hidden: {
      type: 'object',
      required: ['by'],
      additionalProperties: false,
      properties: { by: text('who alone knows where it leads') },
    },
    by: {
      type: 'object',
      required: ['who', 'scope', 'subject'],
      additionalProperties: false,
      properties: { who: WHO, scope: oneOf(TRUST_SCOPES), subject: text('what is trusted') },
    },
  } satisfies Properties<Verdict>,
} as const;

/** Without `revision`, which only the page needs. */
export const MESSAGE_VERDICT_SCHEMA = {
  type: 'object',
  required: ['kind', 'asks', 'reasons', 'linkIndices'],
  additionalProperties: false,
  properties: {
    kind: oneOf(wordsOf<MessageVerdict['kind']>({ clear: true, flagged: true, unchecked: true })),
    asks: ASKS,
    points: integer('the sum, before a bound is asked'),
    reasons: { type: 'array', items: REASON_SCHEMA },
    linkIndices: { type: 'array', items: integer('links that a reason points at, 0 for the first') },
  } satisfies Properties<Omit<MessageVerdict, 'revision'> & { readonly points: number }>,
} as const;
