import * as v from 'valibot';
import { MAX_RULE_TIME, MAX_TRUST_SECONDS, type Rule, RULE_ORIGINS } from '../../core/verdict/rules.ts';
import { TRUST_SCOPES, type TrustScope } from '../../core/verdict/verdict.ts';
import { MAX_MESSAGE_KEY_LENGTH } from './link-messages.ts';
import type { OutcomeResponse, StorageUnreadable } from './outcome.ts';
import {
  anyText,
  asRecord,
  BadField,
  count,
  type Fields,
  list,
  nullOr,
  oneOf,
  orNull,
  own,
  shortText,
  text,
} from '../../core/fields/read-fields.ts';
import { MAX_TYPED_LENGTH, type Readers } from './request-readers.ts';
import { count as whole } from './schema.ts';

export const MAX_RULES_PER_REQUEST = 20_000;

/**
 * From a frame's card; accepted only for hrefs judged in this frame and message. The background computes the subject;
 * scope `sender` means the message's sender.
 */
export interface TrustLink {
  readonly type: 'trust-link';
  readonly href: string;
  readonly messageKey: string;
  readonly scope: TrustScope;
  /** Seconds; null for always. */
  readonly forSeconds: number | null;
}

/**
 * Trusts a link until another message is opened or the page is left, an hour at most. Accepted like `trust-link`;
 * stores no rule.
 */
export interface TrustOnce {
  readonly type: 'trust-once';
  readonly href: string;
  readonly messageKey: string;
}

/** Trusts all links once, or none; one undo covers them. */
export interface TrustShownOnce {
  readonly type: 'trust-shown-once';
  readonly tabId: number;
  readonly links: readonly {
    readonly frameId: number;
    readonly messageKey: string;
    readonly href: string;
  }[];
}

const MAX_TRUSTED_AT_ONCE = 1_000;

export interface BlockLink {
  readonly type: 'block-link';
  readonly href: string;
  readonly messageKey: string;
  readonly scope: TrustScope;
}

/** A frame may undo only its own rules, our pages any. */
export interface UndoRule {
  readonly type: 'undo-rule';
  readonly ruleId: string;
}

export interface ListRules {
  readonly type: 'list-rules';
  readonly action: Rule['action'];
}

/**
 * From the settings, `subject` is typed or pasted (a URL serves all scopes but `sender`); other pages send what they
 * showed.
 */
export interface AddRule {
  readonly type: 'add-rule';
  readonly action: Rule['action'];
  readonly scope: TrustScope;
  readonly subject: string;
  readonly note: string;
  /** Unix seconds; null for always. */
  readonly expiresAt: number | null;
}

/**
 * Each line's form decides its scope (`core/verdict/subject-by-form.ts`). The page has already reported bad lines; the
 * background skips any left.
 */
export interface AddRules {
  readonly type: 'add-rules';
  readonly action: Rule['action'];
  /** At most `MAX_RULES_PER_REQUEST`. */
  readonly lines: readonly string[];
}

export interface EditRule {
  readonly type: 'edit-rule';
  readonly ruleId: string;
  readonly note: string;
  readonly expiresAt: number | null;
}

export interface RemoveRules {
  readonly type: 'remove-rules';
  readonly ids: readonly string[];
}

/** Rules that `remove-rules` returned. */
export interface RestoreRules {
  readonly type: 'restore-rules';
  readonly rules: readonly Rule[];
}

export type RuleAnswer =
  | { readonly ruleId: string; readonly scope: TrustScope; readonly subject: string }
  | { readonly refused: RuleRefusal };

export const RULE_REFUSALS = [
  'not-judged-here',
  /** The context menu was opened outside messages. */
  'not-in-a-message',
  /** Pages of many people: wrappers, trackers, shorteners, shared hosting, public suffixes. */
  'not-trustable',
  /** Not an address of this scope. */
  'unreadable',
  /** The host contains a `*`. */
  'wildcard',
  /** More than `MAX_RULES_PER_REQUEST` rules, or more text than may be stored. */
  'too-many',
  /** More rules in a minute than a person makes. */
  'too-fast',
  'not-stored',
  'set-by-administrator',
] as const;
export type RuleRefusal = (typeof RULE_REFUSALS)[number];

export type FrameRuleRequest = TrustLink | TrustOnce | BlockLink | UndoRule;

export type PageRuleRequest =
  | ListRules
  | AddRule
  | TrustShownOnce
  | AddRules
  | EditRule
  | UndoRule
  | RemoveRules
  | RestoreRules;

export interface RuleResponses {
  'trust-link': RuleAnswer;
  'trust-once': RuleAnswer;
  'trust-shown-once': RuleAnswer;
  'block-link': RuleAnswer;
  /** `gone` also for another frame's rule. */
  'undo-rule': OutcomeResponse;
  /** Newest first. */
  'list-rules': { readonly rules: readonly Rule[] } | StorageUnreadable;
  'add-rule': RuleAnswer;
  /** `replaced` is for undo. */
  'add-rules':
    | { readonly ids: readonly string[]; readonly replaced: readonly Rule[] }
    | { readonly refused: RuleRefusal };
  'edit-rule': OutcomeResponse;
  'remove-rules': { readonly removed: readonly Rule[] } | { readonly refused: 'not-stored' };
  'restore-rules': OutcomeResponse;
}

/** Null for always. */
export const TRUST_SECONDS = v.nullable(whole(MAX_TRUST_SECONDS));

const ACTIONS = ['trust', 'block'] as const;

function linkInMessage(from: Fields): Omit<TrustOnce, 'type'> {
  return { href: anyText(from, 'href'), messageKey: text(from, 'messageKey', MAX_MESSAGE_KEY_LENGTH) };
}

function undoRule(from: Fields): UndoRule {
  return { type: 'undo-rule', ruleId: text(from, 'ruleId', 100) };
}

export const FRAME_RULE_READERS: Readers<FrameRuleRequest> = {
  'trust-link': (from) => ({
    type: 'trust-link',
    ...linkInMessage(from),
    scope: oneOf(from, 'scope', TRUST_SCOPES),
    forSeconds: nullOr(from, 'forSeconds', () => count(from, 'forSeconds', '', MAX_TRUST_SECONDS)),
  }),
  'trust-once': (from) => ({
    type: 'trust-once',
    ...linkInMessage(from),
  }),
  'block-link': (from) => ({
    type: 'block-link',
    ...linkInMessage(from),
    scope: oneOf(from, 'scope', TRUST_SCOPES),
  }),
  'undo-rule': undoRule,
};

export const PAGE_RULE_READERS: Readers<PageRuleRequest> = {
  'list-rules': (from) => ({ type: 'list-rules', action: oneOf(from, 'action', ACTIONS) }),
  'add-rule': (from) => ({
    type: 'add-rule',
    action: oneOf(from, 'action', ACTIONS),
    scope: oneOf(from, 'scope', TRUST_SCOPES),
    subject: text(from, 'subject', MAX_TYPED_LENGTH),
    note: text(from, 'note', MAX_TYPED_LENGTH),
    expiresAt: nullOr(from, 'expiresAt', () => time(from, 'expiresAt')),
  }),
  'trust-shown-once': (from) => ({
    type: 'trust-shown-once',
    tabId: count(from, 'tabId'),
    links: list(from, 'links', MAX_TRUSTED_AT_ONCE, (value, field) => {
      const link = asRecord(value, field);
      return {
        frameId: count(link, 'frameId', field),
        messageKey: text(link, 'messageKey', MAX_MESSAGE_KEY_LENGTH, field),
        href: anyText(link, 'href', field),
      };
    }),
  }),
  'add-rules': (from) => ({
    type: 'add-rules',
    action: oneOf(from, 'action', ACTIONS),
    lines: list(from, 'lines', MAX_RULES_PER_REQUEST, (value, field) => {
      if (typeof value !== 'string' || value.length > MAX_TYPED_LENGTH) throw new BadField('', field);
      return value;
    }),
  }),
  'edit-rule': (from) => ({
    type: 'edit-rule',
    ruleId: text(from, 'ruleId', 100),
    note: text(from, 'note', MAX_TYPED_LENGTH),
    expiresAt: nullOr(from, 'expiresAt', () => time(from, 'expiresAt')),
  }),
  'undo-rule': undoRule,
  'remove-rules': (from) => ({
    type: 'remove-rules',
    ids: list(from, 'ids', MAX_RULES_PER_REQUEST, shortText),
  }),
  'restore-rules': (from) => ({
    type: 'restore-rules',
    rules: list(from, 'rules', MAX_RULES_PER_REQUEST, ruleAt),
  }),
};

/** For backups and stored records too. Null if malformed. */
export function parseRule(value: unknown): Rule | null {
  return orNull(() => ruleAt(value, 'rule'));
}

/** Limited to times that pages can show. */
function time(from: Fields, name: string, field = ''): number {
  return count(from, name, field, MAX_RULE_TIME);
}

function ruleAt(value: unknown, field: string): Rule {
  const from = asRecord(value, field);
  return {
    id: text(from, 'id', 100, field),
    action: oneOf(from, 'action', ACTIONS, field),
    scope: oneOf(from, 'scope', TRUST_SCOPES, field),
    subject: text(from, 'subject', MAX_TYPED_LENGTH, field),
    addedAt: time(from, 'addedAt', field),
    expiresAt: nullOr(from, 'expiresAt', () => time(from, 'expiresAt', field)),
    note: text(from, 'note', MAX_TYPED_LENGTH, field),
    // Only managed storage makes an administrator's rule.
    by: 'reader',
    ...(own(from, 'from') === undefined ? {} : { from: oneOf(from, 'from', RULE_ORIGINS, field) }),
  };
}
