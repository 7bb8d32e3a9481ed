import type { Readers } from './request-readers.ts';

/** What an administrator may keep readers from changing. */
export const POLICY_LOCKS = ['pause', 'import', 'channels', 'lists', 'trust'] as const;
export type PolicyLock = (typeof POLICY_LOCKS)[number];

/** What an administrator set that pages and frames show or leave out. */
export interface Administered {
  readonly locks: readonly PolicyLock[];
  /** Text from outside, shown in card and question; empty where none is set. */
  readonly support: { readonly contact: string; readonly text: string };
  /** False: a question has no *open anyway*. */
  readonly canOpenAnyway: boolean;
  /** False: nothing is counted. */
  readonly countsStatistics: boolean;
}

export const NOTHING_ADMINISTERED: Administered = {
  locks: [],
  support: { contact: '', text: '' },
  canOpenAnyway: true,
  countsStatistics: true,
};

/** What of a policy holds, and what of it could not be read. */
export interface PolicyReport {
  readonly settings: readonly PolicySetting[];
}

export interface PolicySetting {
  /** As in managed-schema.json, with the index of a line: `block`, `channels`, `preferences.onDanger`. */
  readonly name: string;
  /** As the browser handed it over, in JSON; shortened. */
  readonly value: string;
  /** Why it has no effect; null if it holds. */
  readonly fault: PolicyFault | null;
}

/** What is wrong with a line of a policy, as far as it can be said to who wrote it. */
export type PolicyFault =
  /** No setting has this name. */
  | 'unknown'
  | 'not-list'
  | 'not-group'
  | 'not-flag'
  /** None of the words that may stand there. */
  | 'not-choice'
  | 'not-text'
  /** A setting of the reader's own. */
  | 'readers-own'
  /** Of a list, a line beyond those that are read. */
  | 'too-many'
  /** Of a channel. */
  | 'not-https'
  | 'no-root-key'
  /** Of a rule. */
  | 'no-address'
  | 'wildcard'
  /** Pages of many people. */
  | 'shared';

/** Characters of one setting in a report. */
export const MAX_SETTING_LENGTH = 300;

/** Settings in a report; a policy may have thousands of lines. */
export const MAX_REPORTED_SETTINGS = 1_000;

export interface GetPolicy {
  readonly type: 'get-policy';
}

/** From our own pages. */
export type PolicyRequest = GetPolicy;

export interface PolicyResponses {
  'get-policy': PolicyReport;
}

export const POLICY_READERS: Readers<PolicyRequest> = {
  'get-policy': () => ({ type: 'get-policy' }),
};
