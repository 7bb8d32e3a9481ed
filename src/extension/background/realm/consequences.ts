import type { ChangedTopic } from '../../protocol/background-messages.ts';

/** Inputs of verdicts, pages and frames. Code that changes one only reports it. */
export type Change =
  | 'rules'
  | 'preferences'
  | 'language'
  /** Another active snapshot, or none. */
  | 'lists'
  /** Which ones exist, and their order. */
  | 'channels'
  | 'sections'
  | 'policy'
  /** Where Spamlight runs. */
  | 'sites'
  /** Where checking is paused. */
  | 'pause'
  /** Findings, or which were read. */
  | 'look-back'
  | 'statistics'
  /** The reader's answers to evidence. */
  | 'corrections'
  /** Readable again. */
  | 'storage';

export type Kept =
  | 'policy'
  | 'channels'
  | 'snapshots'
  | 'sections'
  | 'rules'
  | 'preferences'
  | 'texts'
  /** Hosts where mail is read. */
  | 'webmails'
  | 'paused'
  | 'corrections'
  /** Brands and domains. */
  | 'tables'
  /** What messages were judged with. */
  | 'judged';

export type Again =
  /** Webmail frames request verdicts, preferences and texts again. */
  | 'frames'
  /** Alarm for the next expiry. */
  | 'rule-end'
  | 'signs'
  | 'menu'
  /** Opened links are looked up again. */
  | 'look-back'
  /** Deletes data about removed sites. */
  | 'fallback-sites'
  /** Downloads due channels, deletes removed ones. */
  | 'updates';

export interface Consequences {
  readonly forget: readonly Kept[];
  /** Loaded again by open pages. */
  readonly pages: readonly ChangedTopic[];
  readonly again: readonly Again[];
}

/** `consequences.test.ts` lists what each cache, page and frame depends on, and checks this table. */
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
  readonly tellPages: (what: ChangedTopic) => void;
  readonly again: Readonly<Record<Again, () => Promise<void>>>;
}

/** Resolves when all effects are done. */
export type Changed = (change: Change) => Promise<void>;

export function consequences({ forget, tellPages, again }: Effects): Changed {
  return async (change) => {
    const follows = CONSEQUENCES[change];
    // First and in the same turn: later reads get new values.
    for (const kept of follows.forget) forget[kept]();
    for (const what of follows.pages) tellPages(what);
    await Promise.all(follows.again.map((name) => again[name]()));
  };
}
