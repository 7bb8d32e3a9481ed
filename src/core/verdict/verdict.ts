/**
 * Verdicts and their reasons. The schemas are the types, the reader of what other frames send, and by `answer-schema.ts`
 * the JSON Schema, with the field order of answers.
 */
import * as v from 'valibot';
import { count, list, text, TRUE, variants } from '../fields/schema.ts';
import { TRUNCATIONS } from '../url/canonical/link-layer.ts';

/** Worst first: the order in which reasons are shown. */
export const CATEGORIES = ['phishing', 'malware', 'scam', 'spam'] as const;
export type Category = (typeof CATEGORIES)[number];

/** Whether a click asks first is separate: `asks`. */
export const LEVELS = ['danger', 'caution'] as const;
export type Level = (typeof LEVELS)[number];

/** Narrowest first. `site` is the registrable domain. */
export const TRUST_SCOPES = ['link', 'path', 'host', 'site', 'sender'] as const;
export type TrustScope = (typeof TRUST_SCOPES)[number];

/**
 * In order: claimed identity, odd senders, disguise, link targets, attachments, words, the reader's own address, device
 * memory, text listings, signs of good mail.
 */
export const EVIDENCE_FAMILIES = ['A', 'B', 'C', 'D', 'F', 'E', 'R', 'H', 'L', 'G'] as const;
export type EvidenceFamily = (typeof EVIDENCE_FAMILIES)[number];

/** More than any link has. */
export const MAX_LAYERS = 64;

/* @__NO_SIDE_EFFECTS__ */
function described<const Schema extends v.GenericSchema>(schema: Schema, description: string) {
  return v.pipe(schema, v.description(description));
}

export const NAME = text(4_000);
const LEVEL = v.picklist(LEVELS);
const WHO = v.picklist(['reader', 'administrator']);
const SCOPE = v.picklist(TRUST_SCOPES);
export const ASKS = described(v.boolean(), 'whether a click asks first');
const DANGER = v.fallback(v.literal('danger'), 'danger');
const CAUTION = v.fallback(v.literal('caution'), 'caution');
const LAYER = described(
  count(MAX_LAYERS),
  '0: the link as it was given; more: what it wraps, as a redirector does',
);

/** Strings may come from outside: show as plain text only. */
export const REASON = variants('kind', [
  v.object({
    kind: v.literal('listed'),
    level: LEVEL,
    /** Index into `ReadLink.layers`. */
    layer: LAYER,
    category: v.picklist(CATEGORIES),
    /** Canonical host and path (`b.example/1/`), or an address. */
    expression: described(NAME, 'the entry that is listed'),
    /** The source, as the publisher names it; `SEVERAL_SOURCES` if several list the entry. */
    group: described(NAME, 'whom the list names for it; `several` where two or more agree'),
    channel: described(NAME, 'id of the list; `changes` of what the service was told by event'),
    channelName: described(NAME, 'what the list calls itself'),
    serial: described(count(), 'of the list, or the sequence of the change'),
    isCarried: v.exactOptional(
      described(TRUE, 'true: the layer contains the listed address and may lead there; absent otherwise'),
    ),
    publishedAt: described(count(), 'of the list or the change: Unix time, seconds'),
  }),
  v.object({
    kind: v.literal('blocked'),
    level: DANGER,
    layer: LAYER,
    by: WHO,
    scope: SCOPE,
    subject: described(NAME, 'what was blocked'),
  }),
  /** Only for the self-test's address, which cannot exist. */
  v.object({ kind: v.literal('self-test'), level: DANGER, layer: LAYER }),
  /** About the message itself. */
  v.object({
    kind: v.literal('evidence'),
    level: CAUTION,
    /** `evidence_A1` is the key of its sentence. */
    id: described(NAME, 'row of the evidence table'),
    family: v.picklist(EVIDENCE_FAMILIES),
    points: described(
      v.pipe(v.number(), v.safeInteger()),
      'negative for what speaks in favour of the message',
    ),
    /** In placeholder order. */
    values: list(described(v.string(), 'from the message: show it as text only'), 10),
  }),
  v.object({
    kind: v.literal('truncated'),
    level: CAUTION,
    layer: LAYER,
    limit: described(v.picklist(TRUNCATIONS), 'what was reached before all of it was read'),
  }),
]);
export type Reason = Readonly<v.InferOutput<typeof REASON>>;

export function layerOf(reason: Reason): number {
  return reason.kind === 'evidence' ? 0 : reason.layer;
}

/** Two groups or more list the entry. No feed may take this name. */
export const SEVERAL_SOURCES = 'several';

export const UNCHECKED_BECAUSE = [
  /** No list of real threats. */
  'no-snapshot',
  /** Only device lists, which never clear. */
  'no-channel',
  /** The list is too old to clear a link; still flags. */
  'expired',
  /** `ReadLink.failure` has the cause. */
  'unreadable',
  /** A limit was reached, and nothing read is listed. */
  'truncated',
  /** The stored list is unreadable; it is fetched again. */
  'storage-failed',
  /** The background timed out, or the links were too many. */
  'overloaded',
  /** The reader paused checks on this site. Nothing is drawn; popup and toolbar say so. */
  'paused',
] as const;
export type UncheckedBecause = (typeof UNCHECKED_BECAUSE)[number];

export const FLAGGED = v.object({
  kind: v.literal('flagged'),
  level: LEVEL,
  /** Preferences aside. */
  asks: ASKS,
  reasons: list(REASON, 100),
});

export const UNCHECKED = v.object({
  kind: v.literal('unchecked'),
  /** True if decoys or nesting hid the destination: unchecked links otherwise open, as a phisher wants. */
  asks: ASKS,
  because: described(v.picklist(UNCHECKED_BECAUSE), 'why it could not be checked'),
});

/** Never a boolean: "could not check" must not be shown or coded as safe. */
export const VERDICT = variants('kind', [
  v.object({
    kind: v.literal('clear'),
    hidden: v.exactOptional(
      v.pipe(v.object({ by: described(v.string(), 'who alone knows where it leads') }), v.readonly()),
    ),
  }),
  FLAGGED,
  v.object({
    kind: v.literal('allowed'),
    by: v.pipe(
      v.object({ who: WHO, scope: SCOPE, subject: described(v.string(), 'what is trusted') }),
      v.readonly(),
    ),
  }),
  UNCHECKED,
]);
export type Verdict = Readonly<v.InferOutput<typeof VERDICT>>;

export function isDanger(verdict: Verdict): boolean {
  return verdict.kind === 'flagged' && verdict.level === 'danger';
}

/** What a click does. `check`: the link must be checked first. */
export type ClickDecision = 'open' | 'ask' | 'refuse' | 'check';

/** The reader's choice for marked links, by level. */
export interface ClickChoices {
  readonly onDanger: keyof typeof AT_CHOICE;
  readonly onCaution: keyof typeof AT_CHOICE;
}

const AT_CHOICE = { mark: 'open', ask: 'ask', disable: 'refuse' } as const;

/**
 * The stricter of verdict and choice, unless the reader wants no questions. Unchecked links open, or none would without
 * a list; but links that got no answer are checked first, and those that hide their destination ask.
 */
export function clickDecision(verdict: Verdict, { onDanger, onCaution }: ClickChoices): ClickDecision {
  switch (verdict.kind) {
    case 'clear':
    case 'allowed':
      return 'open';
    case 'unchecked':
      if (verdict.because === 'overloaded') return 'check';
      return verdict.asks && onDanger !== 'mark' ? 'ask' : 'open';
    case 'flagged':
      if (verdict.level === 'danger') return AT_CHOICE[onDanger];
      return onCaution === 'mark' && verdict.asks && onDanger !== 'mark' ? 'ask' : AT_CHOICE[onCaution];
  }
}

export interface MessageVerdict {
  /** Revision of the judged facts. Answers to older facts are dropped. */
  readonly revision: number;
  /** `unchecked`: facts are missing or unreadable; never shown as clean. */
  readonly kind: 'clear' | 'flagged' | 'unchecked';
  /** Whether the first click on one of `linkIndices` asks, once per message. */
  readonly asks: boolean;
  /** Strongest first; those in the message's favour last. */
  readonly reasons: readonly EvidenceReason[];
  /** Indices into the links of the message's `check-links` requests. */
  readonly linkIndices: readonly number[];
}

export type EvidenceReason = Extract<Reason, { kind: 'evidence' }>;
