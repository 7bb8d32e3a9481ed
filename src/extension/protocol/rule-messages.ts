import * as v from 'valibot';
import { MAX_RULE_TIME, MAX_TRUST_SECONDS, type Rule, RULE_ORIGINS } from '../../core/verdict/rules.ts';
import { TRUST_SCOPES, type TrustScope } from '../../core/verdict/verdict.ts';
import { MESSAGE_KEY } from './link-messages.ts';
import type { OutcomeResponse, StorageUnreadable } from './outcome.ts';
import { answers, both, frame, page, type RequestIn } from './request-row.ts';
import { always, count, fields, list, MAX_TYPED_LENGTH, readOrNull, text } from '../../core/fields/schema.ts';

export const MAX_RULES_PER_REQUEST = 20_000;

const MAX_TRUSTED_AT_ONCE = 1_000;

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

/** Null for always. */
export const TRUST_SECONDS = v.nullable(count(MAX_TRUST_SECONDS));

const ID = text(100);
const TYPED = text(MAX_TYPED_LENGTH);
const ACTION = v.picklist(['trust', 'block']);
const SCOPE = v.picklist(TRUST_SCOPES);
const LINK_IN_MESSAGE = { href: v.string(), messageKey: MESSAGE_KEY };

/** Unix seconds, limited to times that pages can show. */
const TIME = count(MAX_RULE_TIME);
/** Null for always. */
const END = v.nullable(TIME);

const RULE: v.GenericSchema<unknown, Rule> = fields({
  id: ID,
  action: ACTION,
  scope: SCOPE,
  subject: TYPED,
  addedAt: TIME,
  expiresAt: END,
  note: TYPED,
  // Only managed storage makes an administrator's rule.
  by: always('reader'),
  from: v.exactOptional(v.picklist(RULE_ORIGINS)),
});

/** Of a backup or stored record. Null if malformed. */
export const parseRule = (value: unknown): Rule | null => readOrNull(RULE, value);

export const RULE_REQUESTS = {
  /**
   * From a frame's card; accepted only for hrefs judged in this frame and message. The background computes the subject;
   * scope `sender` means the message's sender.
   */
  'trust-link': frame({ ...LINK_IN_MESSAGE, scope: SCOPE, forSeconds: TRUST_SECONDS }, answers<RuleAnswer>()),
  /**
   * Trusts a link until another message is opened or the page is left, an hour at most. Accepted like `trust-link`;
   * stores no rule.
   */
  'trust-once': frame(LINK_IN_MESSAGE, answers<RuleAnswer>()),
  'block-link': frame({ ...LINK_IN_MESSAGE, scope: SCOPE }, answers<RuleAnswer>()),
  /** A frame may undo only its own rules (else `gone`), our pages any. */
  'undo-rule': both({ ruleId: ID }, answers<OutcomeResponse>()),
  /** Trusts all links once, or none; one undo covers them. */
  'trust-shown-once': page(
    {
      tabId: count(),
      links: list(
        fields({ frameId: count(), messageKey: MESSAGE_KEY, href: v.string() }),
        MAX_TRUSTED_AT_ONCE,
      ),
    },
    answers<RuleAnswer>(),
  ),
  /** Newest first. */
  'list-rules': page({ action: ACTION }, answers<{ readonly rules: readonly Rule[] } | StorageUnreadable>()),
  /**
   * From the settings, `subject` is typed or pasted (a URL serves all scopes but `sender`); other pages send what they
   * showed.
   */
  'add-rule': page(
    {
      action: ACTION,
      scope: SCOPE,
      subject: TYPED,
      note: TYPED,
      expiresAt: END,
    },
    answers<RuleAnswer>(),
  ),
  /**
   * Each line's form decides its scope (`core/verdict/subject-by-form.ts`). The page has already reported bad lines; the
   * background skips any left. `replaced` is for undo.
   */
  'add-rules': page(
    { action: ACTION, lines: list(TYPED, MAX_RULES_PER_REQUEST) },
    answers<
      | { readonly ids: readonly string[]; readonly replaced: readonly Rule[] }
      | { readonly refused: RuleRefusal }
    >(),
  ),
  'edit-rule': page({ ruleId: ID, note: TYPED, expiresAt: END }, answers<OutcomeResponse>()),
  'remove-rules': page(
    {
      ids: list(ID, MAX_RULES_PER_REQUEST),
    },
    answers<{ readonly removed: readonly Rule[] } | { readonly refused: 'not-stored' }>(),
  ),
  /** Rules that `remove-rules` returned. */
  'restore-rules': page({ rules: list(RULE, MAX_RULES_PER_REQUEST) }, answers<OutcomeResponse>()),
};

export type TrustLink = RequestIn<typeof RULE_REQUESTS, 'trust-link'>;
export type TrustOnce = RequestIn<typeof RULE_REQUESTS, 'trust-once'>;
export type BlockLink = RequestIn<typeof RULE_REQUESTS, 'block-link'>;
export type AddRule = RequestIn<typeof RULE_REQUESTS, 'add-rule'>;
export type AddRules = RequestIn<typeof RULE_REQUESTS, 'add-rules'>;
export type UndoRule = RequestIn<typeof RULE_REQUESTS, 'undo-rule'>;
