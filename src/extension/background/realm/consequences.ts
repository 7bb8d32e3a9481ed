import type { ChangedWhat } from '../../protocol/told.ts';

/** Everything that may change under a verdict, a page or a frame. Whoever changes it says so, and nothing else. */
export type Change =
  /** Rules of the reader. */
  | 'rules'
  /** The reader's choices, but for the language. */
  | 'preferences'
  | 'language'
  /** What a list says: another snapshot of a channel is in use, or one is gone. */
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
  /** What looking back has found, or the reader has read. */
  | 'look-back'
  | 'statistics'
  /** What the reader said of evidence. */
  | 'corrections'
  /** What is stored can be read, and could not be for whoever asked last. */
  | 'storage';

/** What is kept in memory while the realm lives, and read anew once it is forgotten. */
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
  /** What messages were judged by. */
  | 'judged';

/** What is done again. */
export type Again =
  /** The frames of all webmail tabs ask again for what they show: links, preferences, texts. */
  | 'frames'
  /** When the next rule runs out, it is heard of. */
  | 'rule-end'
  /** Toolbar buttons. */
  | 'signs'
  | 'menu'
  /** Links that were opened are looked up again. */
  | 'look-back'
  /** What is kept of sites goes with them. */
  | 'fallback-sites'
  /** Channels are fetched that are due; those that are gone are dropped. */
  | 'updates';

export interface Consequences {
  readonly forget: readonly Kept[];
  /** Of our own pages, those that show one of these load it anew. */
  readonly pages: readonly ChangedWhat[];
  readonly again: readonly Again[];
}

/**
 * What follows from each change. `test/extension/background/realm/consequences.test.ts` knows what each cache, page and frame is made
 * of, and holds this table to it.
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
    // All that was read while it could not be may hold less than there is.
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

/** Says that something has changed. Resolves when all that follows from it is done. */
export type Changed = (change: Change) => Promise<void>;

export function consequences({ forget, tellPages, again }: Effects): Changed {
  return async (change) => {
    const follows = CONSEQUENCES[change];
    // First of all and in the same turn: whoever reads next reads what holds now.
    for (const kept of follows.forget) forget[kept]();
    for (const what of follows.pages) tellPages(what);
    await Promise.all(follows.again.map((name) => again[name]()));
  };
}
