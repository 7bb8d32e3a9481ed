import type { ChangedWhat } from '../../protocol/told.ts';

/** Everything that verdicts, pages and frames depend on. Whoever changes one reports it, and does nothing else. */
export type Change =
  /** Rules of the reader. */
  | 'rules'
  /** The reader's choices, but for the language. */
  | 'preferences'
  | 'language'
  /** Contents of a list: another snapshot of a channel is in use, or one was removed. */
  | 'lists'
  /** Which channels and lists there are, and in which order. */
  | 'channels'
  /** Which sections of a channel are off. */
  | 'sections'
  /** What an administrator set. */
  | 'policy'
  /** On which sites Spamlight runs. */
  | 'sites'
  /** On which sites checking is paused. */
  | 'pause'
  /** Findings of the look-back, or what the reader has read of them. */
  | 'look-back'
  | 'statistics'
  /** What the reader said of evidence. */
  | 'corrections'
  /** Storage can be read again, after it could not. */
  | 'storage';

/** Caches of the realm, which are read again after they are dropped. */
export type Kept =
  | 'policy'
  | 'channels'
  | 'snapshots'
  | 'sections'
  | 'rules'
  | 'preferences'
  | 'texts'
  /** Where mail is read. */
  | 'webmails'
  | 'paused'
  | 'corrections'
  /** Brands and domains, the packaged ones and those that channels add. */
  | 'tables'
  /** What messages were judged with. */
  | 'judged';

/** Work that is repeated. */
export type Again =
  /** All webmail frames ask again: links, preferences, texts. */
  | 'frames'
  /** The alarm for the next rule that expires. */
  | 'rule-end'
  /** Toolbar buttons. */
  | 'signs'
  | 'menu'
  /** Links that were opened are looked up again. */
  | 'look-back'
  /** Data about removed sites is deleted. */
  | 'fallback-sites'
  /** Due channels are downloaded, removed ones deleted. */
  | 'updates';

export interface Consequences {
  readonly forget: readonly Kept[];
  /** Topics of our pages: a page that shows one loads it again. */
  readonly pages: readonly ChangedWhat[];
  readonly again: readonly Again[];
}

/**
 * Effects of each change. `test/extension/background/realm/consequences.test.ts` knows what each cache, page and frame
 * depends on, and holds this table to it.
 */
export const CONSEQUENCES: Readonly<Record<Change, Consequences>> = {
  rules: { forget: ['rules', 'judged'], pages: ['rules'], again: ['frames', 'rule-end'] },
  preferences: { forget: ['preferences'], pages: ['preferences'], again: ['frames'] },
  language: {
    forget: ['preferences', 'texts'],
    pages: ['preferences'],
    again: ['frames', 'signs', 'menu'],
  },
  lists: {
    forget: ['snapshots', 'tables', 'judged'],
    pages: ['status'],
    again: ['frames', 'signs', 'look-back'],
  },
  channels: {
    forget: ['channels', 'snapshots', 'sections', 'tables', 'judged'],
    pages: ['status', 'look-back'],
    again: ['frames', 'signs', 'look-back', 'updates'],
  },
  sections: {
    forget: ['sections', 'tables', 'judged'],
    pages: ['status'],
    again: ['frames', 'signs', 'look-back'],
  },
  policy: {
    forget: ['policy', 'channels', 'snapshots', 'tables', 'rules', 'preferences', 'texts', 'judged'],
    pages: ['status', 'rules', 'preferences'],
    again: ['frames', 'rule-end', 'signs', 'menu', 'look-back', 'updates'],
  },
  sites: { forget: ['webmails'], pages: ['tab'], again: ['frames', 'menu', 'fallback-sites'] },
  pause: { forget: ['paused'], pages: ['tab', 'rules'], again: ['frames', 'signs'] },
  'look-back': { forget: [], pages: ['look-back'], again: ['signs'] },
  statistics: { forget: [], pages: ['statistics'], again: [] },
  corrections: { forget: ['corrections', 'judged'], pages: ['rules'], again: ['frames'] },
  storage: {
    // Everything cached meanwhile may be incomplete.
    forget: [
      'channels',
      'snapshots',
      'sections',
      'rules',
      'preferences',
      'texts',
      'paused',
      'corrections',
      'tables',
      'judged',
    ],
    pages: ['status', 'rules', 'preferences', 'tab', 'look-back', 'statistics'],
    again: ['frames', 'rule-end', 'signs', 'menu', 'look-back', 'updates'],
  },
};

export interface Effects {
  readonly forget: Readonly<Record<Kept, () => void>>;
  readonly tellPages: (what: ChangedWhat) => void;
  readonly again: Readonly<Record<Again, () => Promise<void>>>;
}

/** Reports a change. Resolves when all its effects are done. */
export type Changed = (change: Change) => Promise<void>;

export function consequences({ forget, tellPages, again }: Effects): Changed {
  return async (change) => {
    const follows = CONSEQUENCES[change];
    // First, and in the same turn: the next reader gets the new values.
    for (const kept of follows.forget) forget[kept]();
    for (const what of follows.pages) tellPages(what);
    await Promise.all(follows.again.map((name) => again[name]()));
  };
}
