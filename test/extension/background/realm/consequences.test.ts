import { describe, expect, test } from 'vitest';
import {
  type EffectName,
  type Change,
  CONSEQUENCES,
  makeReportChange,
} from '../../../../src/extension/background/realm/consequences.ts';

/**
 * What everything that is kept or shown is made of, by name: a change, or something else in this table. This is the
 * other side of the table of consequences, and has to be kept with the code that reads.
 */
const MADE_OF: Readonly<Record<string, readonly string[]>> = {
  // Kept in memory.
  'kept policy': ['policy'],
  'kept channels': ['channels', 'storage', 'kept policy'],
  'kept snapshots': ['lists', 'channels', 'storage'],
  'kept sections': ['sections', 'channels', 'storage'],
  'kept rules': ['rules', 'storage', 'kept policy'],
  'kept preferences': ['preferences', 'language', 'storage', 'kept policy'],
  'kept texts': ['language', 'storage'],
  'kept paused': ['pause', 'storage'],
  'kept webmails': ['sites'],
  'kept corrections': ['corrections', 'storage'],
  'kept tables': ['kept channels', 'kept snapshots', 'kept sections'],
  // What messages came to, by rules about senders, corrections and what lists say of texts.
  'kept judged': [
    'kept rules',
    'kept corrections',
    'kept tables',
    'kept channels',
    'kept snapshots',
    'kept sections',
  ],
  // Shown in frames: verdicts, what a click does, words.
  frames: [
    'kept rules',
    'kept channels',
    'kept snapshots',
    'kept sections',
    'kept preferences',
    'kept texts',
    'kept paused',
    'kept webmails',
    'kept judged',
  ],
  // Toolbar buttons, which say it where every list is off; how much is flagged comes with the frames' reports.
  signs: ['kept channels', 'kept snapshots', 'kept sections', 'kept texts', 'kept paused', 'look-back'],
  'rule-end': ['kept rules'],
  menu: ['sites', 'kept texts'],
  'fallback-sites': ['sites'],
  // Links that were opened are looked up in what counts now.
  'look-back again': ['kept channels', 'kept snapshots', 'kept sections'],
  updates: ['kept channels'],
  // Our own pages, by what they listen for.
  'page status': ['kept channels', 'kept snapshots', 'kept sections'],
  'page rules': ['kept rules', 'kept corrections', 'kept paused'],
  'page preferences': ['kept preferences', 'kept texts'],
  'page tab': ['kept paused', 'sites'],
  'page look-back': ['look-back', 'channels', 'storage'],
  'page statistics': ['statistics', 'storage'],
};

function reachedBy(change: Change): readonly string[] {
  const { forget, pages, rerun } = CONSEQUENCES[change];
  return [
    ...forget.map((kept) => `kept ${kept}`),
    ...pages.map((page) => `page ${page}`),
    ...rerun.map((name) => (name === 'look-back' ? 'look-back again' : name)),
  ];
}

function dependsOn(thing: string, change: Change): boolean {
  return (MADE_OF[thing] ?? []).some(
    (part) => part === change || (part.startsWith('kept ') && dependsOn(part, change)),
  );
}

const changes = Object.keys(CONSEQUENCES) as readonly Change[];

describe('the table of consequences', () => {
  test('the table of consequences knows changes, and things made of them', () => {
    expect(changes.length).toBeGreaterThan(8);
    for (const change of changes) {
      expect(
        Object.keys(MADE_OF).some((thing) => dependsOn(thing, change)),
        `nothing is made of ${change}`,
      ).toBe(true);
    }
  });

  test.each(changes)('the table of consequences reaches everything that depends on %s', (change) => {
    const missed = Object.keys(MADE_OF).filter(
      (thing) => dependsOn(thing, change) && !reachedBy(change).includes(thing),
    );
    expect(missed).toEqual([]);
  });

  test('the table of consequences names nothing that is not in the list of what there is', () => {
    for (const change of changes) {
      for (const name of reachedBy(change))
        expect(Object.keys(MADE_OF), `${change}: ${name}`).toContain(name);
    }
  });
});

describe('a change', () => {
  test('a change of the reader’s data is forgotten in the same turn, then told, then done again all at once', async () => {
    const happened: string[] = [];
    let finish: () => void = () => undefined;
    const slow = new Promise<void>((resolve) => {
      finish = resolve;
    });
    const does =
      (name: EffectName, wait?: Promise<void>): (() => Promise<void>) =>
      async () => {
        happened.push(name);
        await wait;
      };
    const forget = (name: string) => () => void happened.push(`forgot ${name}`);
    const changed = makeReportChange({
      forget: {
        policy: forget('policy'),
        channels: forget('channels'),
        snapshots: forget('snapshots'),
        sections: forget('sections'),
        rules: forget('rules'),
        preferences: forget('preferences'),
        texts: forget('texts'),
        paused: forget('paused'),
        webmails: forget('webmails'),
        corrections: forget('corrections'),
        tables: forget('tables'),
        judged: forget('judged'),
      },
      tellPages: (what) => void happened.push(`told ${what}`),
      rerun: {
        frames: does('frames', slow),
        'rule-end': does('rule-end'),
        signs: does('signs'),
        menu: does('menu'),
        'look-back': does('look-back'),
        'fallback-sites': does('fallback-sites'),
        updates: does('updates'),
      },
    });
    const done = changed('lists');
    expect(happened).toEqual([
      'forgot snapshots',
      'forgot tables',
      'forgot judged',
      'told status',
      'frames',
      'signs',
      'look-back',
    ]);
    finish();
    await done;
  });
});
