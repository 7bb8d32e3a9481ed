import type { Truncation } from '../url/canonical/link-layer.ts';

/** What a feed says of an entry, worst first: the order in which reasons are shown. */
export const CATEGORIES = ['phishing', 'malware', 'scam', 'spam'] as const;
export type Category = (typeof CATEGORIES)[number];

/** How bad a reason is. Whether a click asks first is a field of its own: `asks`. */
export const LEVELS = ['danger', 'caution'] as const;
export type Level = (typeof LEVELS)[number];

/** How much of the web a rule of the reader covers, narrowest first. `site` is the registrable domain. */
export const TRUST_SCOPES = ['link', 'path', 'host', 'site', 'sender'] as const;
export type TrustScope = (typeof TRUST_SCOPES)[number];

/** One piece of evidence behind a flag. Every string may come from outside and is shown as plain text only. */
export type Reason =
  | {
      readonly kind: 'listed';
      readonly category: Category;
      readonly level: Level;
      /** Canonical host and path of the entry, as in `b.example/1/`; or an address for `mailto:` links and senders. */
      readonly expression: string;
      /** Whom the publisher names for this entry; `SEVERAL_SOURCES` when two or more agree. */
      readonly group: string;
      /** Id of the channel or list, and what it calls itself. */
      readonly channel: string;
      readonly channelName: string;
      readonly serial: number;
      /** Unix time, seconds. */
      readonly publishedAt: number;
      /** Index of the layer (see `ReadLink.layers`) that matched; 0 is the link as written. */
      readonly layer: number;
      /**
       * The layer is not what is listed, but has its address in it, and nobody knows whether it leads there: always
       * caution. Absent otherwise.
       */
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
  /** The extension's own self-test, which needs no list: only an address that can never exist has this reason. */
  | { readonly kind: 'self-test'; readonly level: 'danger'; readonly layer: number }
  /** Something about the message itself, seen without any list. Never danger. */
  | {
      readonly kind: 'evidence';
      readonly level: 'caution';
      /** Of a row of the evidence table, as in `A1`; its sentence is the text `evidence_A1`. */
      readonly id: string;
      readonly family: EvidenceFamily;
      /** An integer; negative for what speaks in favour of the message. */
      readonly points: number;
      /** What its sentence names, in the order of its placeholders: text from the message. */
      readonly values: readonly string[];
    }
  /** A part of the link was not looked at, because a limit was reached. */
  | {
      readonly kind: 'truncated';
      readonly level: 'caution';
      readonly limit: Truncation;
      /** The layer in which it was reached. */
      readonly layer: number;
    };

/**
 * Of the evidence table: who it says it is, odd senders, disguise, where links lead, attached files, words, the reader's
 * own address, what the device remembers, what lists say of the text, signs of good mail.
 */
export const EVIDENCE_FAMILIES = ['A', 'B', 'C', 'D', 'F', 'E', 'R', 'H', 'L', 'G'] as const;
export type EvidenceFamily = (typeof EVIDENCE_FAMILIES)[number];

/** The layer of the link that a reason is about; that of evidence is the link as written. */
export function layerOf(reason: Reason): number {
  return reason.kind === 'evidence' ? 0 : reason.layer;
}

/** The source group of entries that two or more groups list. A feed cannot take this name. */
export const SEVERAL_SOURCES = 'several';

export const UNCHECKED_BECAUSE = [
  /** There is no list of real threats yet. */
  'no-snapshot',
  /** None of the lists compiled on this device names it, and there is no channel: such lists flag, and never clear. */
  'no-channel',
  /** A channel's list is too old to clear a link; what it lists is still flagged. */
  'expired',
  /** The link could not be read as a web address: `ReadLink.failure` names why. */
  'unreadable',
  /** A limit was reached before all of it was read, and nothing that was read is listed. */
  'truncated',
  /** The stored list could not be read; it is fetched again. */
  'storage-failed',
  /** The background did not answer in time, or more links came than are checked. */
  'overloaded',
  /** The reader paused checking on this site. Nothing is drawn there; the popup and the toolbar say so. */
  'paused',
] as const;
export type UncheckedBecause = (typeof UNCHECKED_BECAUSE)[number];

/**
 * What is known of one link. Never a boolean: "we could not check" is a kind of its own and must not be
 * shown or coded as "safe".
 */
export type Verdict =
  | { readonly kind: 'clear'; readonly hidden?: { readonly by: string } }
  | {
      readonly kind: 'flagged';
      readonly level: Level;
      /** Whether a click asks first, as long as the reader's preferences do not say otherwise. */
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
      /** Whether a click asks first: where decoys or nesting hid the destination. *Unchecked* alone is what a phisher wants. */
      readonly asks: boolean;
    };

/** A verdict on a whole message, from its evidence. */
export interface MessageVerdict {
  /** Of the facts that it was judged by: an answer to older facts is dropped. */
  readonly revision: number;
  /** `unchecked`: facts were missing or could not be read; never shown as clean. */
  readonly kind: 'clear' | 'flagged' | 'unchecked';
  /** Whether the first click on a link of `linkIndices` asks, once a message. False unless `flagged`. */
  readonly asks: boolean;
  /** Strongest first; those that speak for the message last. */
  readonly reasons: readonly EvidenceReason[];
  /** The links that a reason points at, by their number in the message's `check-links`. */
  readonly linkIndices: readonly number[];
}

export type EvidenceReason = Extract<Reason, { kind: 'evidence' }>;
