/** What a feed says of an entry, worst first: the order in which reasons are shown. */
export const CATEGORIES = ['phishing', 'malware', 'scam', 'spam'] as const;
export type Category = (typeof CATEGORIES)[number];

/** `danger` asks before the link opens; `caution` only marks. */
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
  | { readonly kind: 'self-test'; readonly level: 'danger'; readonly layer: number };

/** The source group of entries that two or more groups list. A feed cannot take this name. */
export const SEVERAL_SOURCES = 'several';

export type UncheckedBecause =
  /** No snapshot has been activated yet. */
  | 'no-snapshot'
  /** The list is too old to clear a link; what it lists is still flagged. */
  | 'expired'
  /** The link could not be read as a web address: `ReadLink.failure` names why. */
  | 'unreadable'
  /** The stored list could not be read; it is fetched again. */
  | 'storage-failed'
  /** The background did not answer in time, or more links came than are checked. */
  | 'overloaded'
  /** The reader paused checking on this site. Nothing is drawn there; the popup and the toolbar say so. */
  | 'paused';

/**
 * What is known of one link. Never a boolean: "we could not check" is a kind of its own and must not be
 * shown or coded as "safe".
 */
export type Verdict =
  | { readonly kind: 'clear'; readonly hidden?: { readonly by: string } }
  | { readonly kind: 'flagged'; readonly level: Level; readonly reasons: readonly Reason[] }
  | {
      readonly kind: 'allowed';
      readonly by: {
        readonly who: 'reader' | 'administrator';
        readonly scope: TrustScope;
        readonly subject: string;
      };
    }
  | { readonly kind: 'unchecked'; readonly because: UncheckedBecause };
