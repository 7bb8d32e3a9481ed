import { expect, test } from 'vitest';
import { judged, STRANGER, whatFired } from './a-message.ts';
import { UNSEEN_LETTERS } from './unseen-letters.ts';

/** Letters that are marked. The first run, before anything was mended for them, marked *French, parcel: Colissimo*. */
const MARKED: readonly string[] = [];

test('there are forty letters that the rule has not seen', () => {
  expect(UNSEEN_LETTERS).toHaveLength(40);
});

test.each(['without a memory', 'on a device that has met none of their senders'])(
  'of forty letters that the rule has not seen none is marked, %s',
  (where) => {
    const context = where === 'without a memory' ? {} : { context: STRANGER };
    const marked = UNSEEN_LETTERS.flatMap(([title, message]) => {
      const verdict = judged({ ...message, ...context });
      return verdict.isMarked ? [`${title} (${whatFired(verdict)})`] : [];
    });
    expect(
      marked.map((line) => line.slice(0, line.lastIndexOf(' ('))),
      marked.join('\n'),
    ).toEqual(MARKED);
  },
);
