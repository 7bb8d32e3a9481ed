import { describe, expect, test } from 'vitest';

import { judgeBuild, type BuildFacts } from '../../../src/server/publisher/guards/judge-build.ts';
import {
  FEED_GUARD_NAMES,
  judgeFeed,
  type FeedFacts,
} from '../../../src/server/publisher/guards/judge-feed.ts';

const LIMITS: FeedFacts['feed']['limits'] = {
  minEntries: 1,
  maxEntries: 1000,
  shrinkTo: 0.5,
  growTo: 3,
  maxRefused: 0.5,
  maxBytes: 1e9,
};

function aFeed(changes: Partial<FeedFacts> = {}, limits: Partial<typeof LIMITS> = {}): FeedFacts {
  return {
    feed: { name: 'A feed', format: 'url-list', landmarks: [], limits: { ...LIMITS, ...limits } },
    head: 'http://a.example/x\n',
    lines: 110,
    entries: 100,
    refused: 5,
    dropped: 5,
    missingLandmarks: [],
    undetected: null,
    entriesBefore: 100,
    ...changes,
  };
}

const shown = (facts: FeedFacts): string => {
  const { isFit, objections } = judgeFeed(facts);
  return [isFit ? 'fit' : 'unfit', ...objections.map(({ guard }) => guard)].join(' ');
};

const COPIES: readonly [string, FeedFacts, string][] = [
  ['a feed as it was', aFeed(), 'fit'],
  ['what shows no format', aFeed({ head: '', entries: 0, undetected: 'empty' }), 'unfit no-format'],
  ['one that is read for the first time', aFeed({ entriesBefore: null, entries: 900 }), 'fit'],
  [
    'an HTML page',
    aFeed({ head: '\uFEFF\n<!DOCTYPE html><html>', entries: 0, refused: 90 }),
    'unfit error-page',
  ],
  ['a page that has a link or two', aFeed({ head: '<html>', entries: 2 }), 'unfit error-page'],
  ['an answer of an interface', aFeed({ head: '{"error": "rate limit"}', entries: 0 }), 'unfit error-page'],
  [
    'one that names where help is',
    aFeed({ head: '{"error":"x","url":"https://help.example"}', entries: 1, entriesBefore: 1 }),
    'unfit error-page',
  ],
  [
    'a list that says that there was no error',
    aFeed({ head: '{"error": null, "urls": [', entries: 1, entriesBefore: 1 }),
    'fit',
  ],
  [
    'a list that says that there was one',
    aFeed({ head: '{"errors":["h1 timed out"],"urls":[', entries: 99 }),
    'fit',
  ],
  ['a sentence', aFeed({ head: 'Too many requests', entries: 0 }), 'unfit error-page'],
  ['a list whose first host is a number', aFeed({ head: '404.example\n' }), 'fit'],
  ['mostly lines that cannot be read', aFeed({ refused: 200 }), 'unfit garbled'],
  ['the same, of a feed without a good copy', aFeed({ refused: 200, entriesBefore: null }), 'fit garbled'],
  ['as many as its publisher allows', aFeed({ refused: 200 }, { maxRefused: 0.9 }), 'fit'],
  ['few lines, most of them bad', aFeed({ entries: 3, refused: 9, dropped: 0, entriesBefore: 3 }), 'fit'],
  ['no entry', aFeed({ entries: 0, refused: 0, dropped: 0, entriesBefore: null }), 'unfit too-small'],
  ['fewer than promised', aFeed({ dropped: 0 }, { minEntries: 101 }), 'unfit too-small'],
  ['half of what it had', aFeed({ entriesBefore: 200 }), 'fit'],
  ['less than half', aFeed({ entriesBefore: 201 }), 'unfit shrunk'],
  ['little, of little', aFeed({ entries: 1, entriesBefore: 49 }), 'fit'],
  ['three times what it had', aFeed({ entries: 300 }), 'fit'],
  ['more than that', aFeed({ entries: 301 }), 'unfit grown'],
  ['more than anybody meant', aFeed({ entries: 1001, entriesBefore: null }), 'unfit too-large'],
  ['without an entry it always has', aFeed({ missingLandmarks: ['test.example/'] }), 'unfit lost-landmark'],
  [
    'nothing but protected sites',
    aFeed({ entries: 0, dropped: 100, entriesBefore: null }),
    'fit all-dropped',
  ],
];

describe('judgeFeed', () => {
  test.each(COPIES)('judgeFeed: %s', (_, facts, judgement) => {
    expect(shown(facts)).toBe(judgement);
  });

  test('every guard of feeds is asked: each objects to one of these copies at least', () => {
    const objecting = COPIES.flatMap(([, facts]) => judgeFeed(facts).objections.map(({ guard }) => guard));
    expect([...new Set(objecting)].sort()).toEqual([...FEED_GUARD_NAMES].sort());
  });

  test('the refusal of a feed names what is wrong so that nobody can click it', () => {
    const { objections } = judgeFeed(aFeed({ missingLandmarks: ['http://test.example/'] }));
    expect(objections[0]?.message).toContain('hxxp://test[.]example/');
  });
});

describe('judgeBuild', () => {
  const aBuild = (changes: Partial<BuildFacts> = {}): BuildFacts => ({
    entries: 100_000,
    entriesBefore: 100_000,
    feeds: 4,
    oldFeeds: 0,
    excludedGoodSites: 0,
    ...changes,
  });

  test.each<[string, BuildFacts, readonly string[]]>([
    ['as before', aBuild(), []],
    ['the first', aBuild({ entriesBefore: null }), []],
    ['nothing left', aBuild({ entries: 0 }), ['stop empty']],
    ['half of it', aBuild({ entries: 50_000 }), []],
    ['less than half of it', aBuild({ entries: 49_999 }), ['stop channel-shrunk']],
    ['little, of little', aBuild({ entries: 10, entriesBefore: 900 }), []],
    ['mostly old feeds', aBuild({ oldFeeds: 3 }), ['warn many-old-feeds']],
    ['feeds that list good sites', aBuild({ excludedGoodSites: 101 }), ['warn many-good-sites']],
  ])('judgeBuild: %s', (_, facts, objections) => {
    expect(judgeBuild(facts).map(({ outcome, guard }) => `${outcome} ${guard}`)).toEqual(objections);
  });
});
