import type { ChangedTopic } from '../../protocol/background-messages.ts';

/**
 * What verdicts, pages and frames depend on. Code that changes one of these calls `ReportChange`, which updates its
 * dependants.
 */
export type Change =
  | 'rules'
  | 'preferences'
  | 'language'
  /** A channel's active snapshot was replaced or dropped. */
  | 'lists'
  /** Which channels exist, and their order. */
  | 'channels'
  | 'sections'
  | 'policy'
  /** Where Spamlight runs. */
  | 'sites'
  /** Where checking is paused. */
  | 'pause'
  /** Findings of the look-back, or whether they were read. */
  | 'look-back'
  | 'statistics'
  /** Senders marked *fine* or *spam*. */
  | 'corrections'
  /** Storage is readable again. */
  | 'storage';

export type CacheName =
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
  /** Verdicts on messages. */
  | 'judged';

export type EffectName =
  /** Webmail frames request verdicts, preferences and texts again. */
  | 'frames'
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
  readonly forget: readonly CacheName[];
  /** Topics that open pages load again. */
  readonly pages: readonly ChangedTopic[];
  readonly rerun: readonly EffectName[];
}

/** `consequences.test.ts` checks this table against what each cache, page and frame depends on. */
export const CONSEQUENCES: Readonly<Record<Change, Consequences>> = {
  rules: { forget: ['rules', 'judged'], pages: ['rules'], rerun: ['frames', 'rule-end'] },
  preferences: { forget: ['preferences'], pages: ['preferences'], rerun: ['frames'] },
  language: {
    forget: ['preferences', 'texts'],
    pages: ['preferences'],
    rerun: ['frames', 'signs', 'menu'],
  },
  lists: {
    forget: ['snapshots', 'tables', 'judged'],
    pages: ['status'],
    rerun: ['frames', 'signs', 'look-back'],
  },
  channels: {
    forget: ['channels', 'snapshots', 'sections', 'tables', 'judged'],
    pages: ['status', 'look-back'],
    rerun: ['frames', 'signs', 'look-back', 'updates'],
  },
  sections: {
    forget: ['sections', 'tables', 'judged'],
    pages: ['status'],
    rerun: ['frames', 'signs', 'look-back'],
  },
  policy: {
    forget: ['policy', 'channels', 'snapshots', 'tables', 'rules', 'preferences', 'texts', 'judged'],
    pages: ['status', 'rules', 'preferences'],
    rerun: ['frames', 'rule-end', 'signs', 'menu', 'look-back', 'updates'],
  },
  sites: { forget: ['webmails'], pages: ['tab'], rerun: ['frames', 'menu', 'fallback-sites'] },
  pause: { forget: ['paused'], pages: ['tab', 'rules'], rerun: ['frames', 'signs'] },
  'look-back': { forget: [], pages: ['look-back'], rerun: ['signs'] },
  statistics: { forget: [], pages: ['statistics'], rerun: [] },
  corrections: { forget: ['corrections', 'judged'], pages: ['rules'], rerun: ['frames'] },
  storage: {
    // What was cached while storage was unreadable may be incomplete.
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
    rerun: ['frames', 'rule-end', 'signs', 'menu', 'look-back', 'updates'],
  },
};

export interface Effects {
  readonly forget: Readonly<Record<CacheName, () => void>>;
  readonly tellPages: (what: ChangedTopic) => void;
  readonly rerun: Readonly<Record<EffectName, () => Promise<void>>>;
}

export type ReportChange = (change: Change) => Promise<void>;

export function makeReportChange({ forget, tellPages, rerun }: Effects): ReportChange {
  return async (change) => {
    const effects = CONSEQUENCES[change];
    // Before any `await`, so that later reads get new values.
    for (const cache of effects.forget) forget[cache]();
    for (const what of effects.pages) tellPages(what);
    await Promise.all(effects.rerun.map((name) => rerun[name]()));
  };
}
