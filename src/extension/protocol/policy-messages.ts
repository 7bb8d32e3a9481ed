import { answers, page } from './request-row.ts';

export const POLICY_LOCKS = ['pause', 'import', 'channels', 'lists', 'trust'] as const;
export type PolicyLock = (typeof POLICY_LOCKS)[number];

export interface Administered {
  readonly locks: readonly PolicyLock[];
  /** Text from outside; empty if unset. */
  readonly support: { readonly contact: string; readonly text: string };
  /** False: *open anyway* is not offered. */
  readonly canOpenAnyway: boolean;
  readonly countsStatistics: boolean;
}

export const NOTHING_ADMINISTERED: Administered = {
  locks: [],
  support: { contact: '', text: '' },
  canOpenAnyway: true,
  countsStatistics: true,
};

export interface PolicyReport {
  readonly settings: readonly PolicySetting[];
}

export interface PolicySetting {
  /** As in managed-schema.json: `channels`, `preferences.onDanger`, or with an index. */
  readonly name: string;
  /** JSON from the browser, shortened. */
  readonly value: string;
  /** Null: the setting has effect. */
  readonly fault: PolicyFault | null;
}

export type PolicyFault =
  /** No setting has this name. */
  | 'unknown'
  | 'not-list'
  | 'not-group'
  | 'not-flag'
  /** Not one of the allowed words. */
  | 'not-choice'
  | 'not-text'
  /** Only the reader may set it. */
  | 'readers-own'
  /** Beyond the number allowed. */
  | 'too-many'
  /** A channel's address is no https URL. */
  | 'not-https'
  | 'no-root-key'
  /** A rule's subject is no address. */
  | 'no-address'
  | 'wildcard'
  /** A rule would cover pages of many people. */
  | 'shared';

/** Characters. */
export const MAX_SETTING_LENGTH = 300;

/** A policy may have thousands of lines. */
export const MAX_REPORTED_SETTINGS = 1_000;

export const POLICY_REQUESTS = { 'get-policy': page({}, answers<PolicyReport>()) };
