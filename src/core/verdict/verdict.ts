import type { Truncation } from '../url/canonical/link-layer.ts';

/** Worst first: the order in which reasons are shown. */
export const CATEGORIES = ['phishing', 'malware', 'scam', 'spam'] as const;
export type Category = (typeof CATEGORIES)[number];

/** Whether a click asks first is separate: `asks`. */
export const LEVELS = ['danger', 'caution'] as const;
export type Level = (typeof LEVELS)[number];

/** Narrowest first. `site` is the registrable domain. */
export const TRUST_SCOPES = ['link', 'path', 'host', 'site', 'sender'] as const;
export type TrustScope = (typeof TRUST_SCOPES)[number];

/** Strings may come from outside: show as plain text only. */
export type Reason =
  | {
      readonly kind: 'listed';
      readonly category: Category;
      readonly level: Level;
      /** Canonical host and path (`b.example/1/`), or an address. */
      readonly expression: string;
      /** The source, as the publisher names it; `SEVERAL_SOURCES` if several list the entry. */
      readonly group: string;
      readonly channel: string;
      readonly channelName: string;
      readonly serial: number;
      /** Unix seconds. */
      readonly publishedAt: number;
      /** Index into `ReadLink.layers`; 0 is the link as written. */
      readonly layer: number;
      /** The layer only contains the listed address and may not lead to it. */
      readonly isCarried?: true;
    }
  | {
      readonly kind: 'blocked';
      readonly level: 'danger';
      readonly by: 'reader' | 'administrator';
      readonly scope: TrustScope;
      readonly subject: string;
      readonly layer: number;
    }
  /** Only for the self-test's address, which cannot exist. */
  | { readonly kind: 'self-test'; readonly level: 'danger'; readonly layer: number }
  /** About the message itself. */
  | {
      readonly kind: 'evidence';
      readonly level: 'caution';
      /** Row of the evidence table (`A1`); `evidence_A1` is the key of its sentence. */
      readonly id: string;
      readonly family: EvidenceFamily;
      /** Negative in the message's favour. */
      readonly points: number;
      /** Text from the message, in placeholder order. */
      readonly values: readonly string[];
    }
  | {
      readonly kind: 'truncated';
      readonly level: 'caution';
      readonly limit: Truncation;
      readonly layer: number;
    };

/**
 * In order: claimed identity, odd senders, disguise, link targets, attachments, words, the reader's own address, device
 * memory, text listings, signs of good mail.
 */
export const EVIDENCE_FAMILIES = ['A', 'B', 'C', 'D', 'F', 'E', 'R', 'H', 'L', 'G'] as const;
export type EvidenceFamily = (typeof EVIDENCE_FAMILIES)[number];

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

/** Never a boolean: "could not check" must not be shown or coded as safe. */
export type Verdict =
  | { readonly kind: 'clear'; readonly hidden?: { readonly by: string } }
  | {
      readonly kind: 'flagged';
      readonly level: Level;
      /** Whether a click asks first, preferences aside. */
      readonly asks: boolean;
      readonly reasons: readonly Reason[];
    }
  | {
      readonly kind: 'allowed';
      readonly by: {
        readonly who: 'reader' | 'administrator';
        readonly scope: TrustScope;
        readonly subject: string;
      };
    }
  | {
      readonly kind: 'unchecked';
      readonly because: UncheckedBecause;
      /** True if decoys or nesting hid the destination: unchecked links otherwise open, as a phisher wants. */
      readonly asks: boolean;
    };

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
