import { describe, expect, test } from 'vitest';
import { parsePublisherFeedsFile } from '../../../src/server/publisher/feeds/read-feeds-file.ts';

const FEED = { name: 'one', file: 'a.txt', format: 'url-list', category: 'phishing', licence: 'CC0-1.0' };

describe('what only the publisher reads of feeds.json', () => {
  test('settings of feeds.json that only the publisher reads have defaults', () => {
    const file = parsePublisherFeedsFile({ feeds: [FEED] }, '/lists');
    expect(file).toMatchObject({
      ok: true,
      value: {
        folder: '/lists',
        publication: { refreshAfter: 300, expiresAfter: 14 * 86_400, epochDays: 90 },
        weights: { publishFrom: 0.1, dangerFrom: 0.4 },
        feeds: [{ name: 'one', confidence: 0.5, group: 'one', reviewed: false }],
        warnings: [],
      },
    });
  });

  test('settings of feeds.json that only the publisher reads are taken from the file', () => {
    const file = parsePublisherFeedsFile(
      {
        feeds: [
          { ...FEED, confidence: 90, everyMinutes: 10 },
          { ...FEED, name: 'two', enabled: false, everyMinutes: 10 },
          { ...FEED, name: 'three', enabled: true, format: undefined },
        ],
        publication: { refreshAfterSeconds: 600, expiresAfterDays: 2, epochDays: 120 },
        weights: { dangerFrom: 0.6 },
      },
      '/lists',
    );
    expect(file).toMatchObject({
      ok: true,
      value: {
        publication: { refreshAfter: 600, expiresAfter: 2 * 86_400, epochDays: 120 },
        weights: { publishFrom: 0.1, dangerFrom: 0.6 },
        feeds: [{ name: 'one', confidence: 0.9 }, { name: 'three' }],
        fetchIntervals: new Map([['one', 600]]),
      },
    });
  });

  test.each([
    [{ publication: { refreshAfterSeconds: 5 } }, 'publication.refreshAfterSeconds'],
    [{ publication: { epochDays: 30 } }, 'publication.epochDays'],
    [{ publication: { refresh: 600 } }, 'publication.refresh'],
    [{ publication: 'hourly' }, 'publication'],
    [{ weights: { dangerFrom: 2 } }, 'weights.dangerFrom'],
    [{ feeds: [{ ...FEED, enabled: 'no' }] }, 'feeds[0].enabled'],
    [{ feeds: [FEED, { ...FEED, name: 'two', everyMinutes: 0 }] }, 'feeds[1].everyMinutes'],
    [{ feeds: [{ ...FEED, everyMinutes: 'hourly' }] }, 'feeds[0].everyMinutes'],
    [{ feeds: [{ ...FEED, everyMinutes: 20_000 }] }, 'feeds[0].everyMinutes'],
    [{ feeds: [] }, 'feeds'],
    [{ feeds: 'all' }, 'feeds'],
    [null, '(the file)'],
    [[], '(the file)'],
  ])('a setting of feeds.json that only the publisher reads is refused by its path: %j', (rest, path) => {
    const value = rest === null || Array.isArray(rest) ? rest : { feeds: [FEED], ...rest };
    const file = parsePublisherFeedsFile(value, '/lists');
    const problems = file.ok ? file.value.warnings : file.failure;
    expect(problems.map((problem) => problem.path)).toContain(path);
  });
});
