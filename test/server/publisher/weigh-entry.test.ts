import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { CATEGORIES } from '../../../src/core/verdict/verdict.ts';
import {
  costDoublingsOf,
  weighEntry,
  type Voice,
} from '../../../src/server/publisher/build/entries/weigh-entry.ts';

const RULES = { publishFrom: 0.1, dangerFrom: 0.4 };

function aVoice(rest: Partial<Voice> = {}): Voice {
  return { category: 'phishing', confidence: 0.8, group: 'one', reviewed: false, ...rest };
}

function sectionOf(voices: readonly Voice[], isHostLevel = false): string | null {
  const section = weighEntry({ kind: 'url', isHostLevel, voices }, RULES);
  return section === null ? null : `${section.category} ${section.action} ${section.group}`;
}

describe('weighEntry', () => {
  test('the weight of an address that one crowd-fed group lists makes caution', () => {
    const actionOf = (voices: readonly Voice[]): string | undefined =>
      weighEntry({ kind: 'address', isHostLevel: false, voices }, RULES)?.action;
    expect(actionOf([aVoice()])).toBe('caution');
    expect(actionOf([aVoice({ reviewed: true })])).toBe('danger');
    expect(actionOf([aVoice(), aVoice({ group: 'two' })])).toBe('danger');
  });

  test.each([
    ['a page that one feed lists is danger', [aVoice()], false, 'phishing danger one'],
    ['a whole host of one crowd-fed feed is caution', [aVoice()], true, 'phishing caution one'],
    ['a whole host of a reviewed feed is danger', [aVoice({ reviewed: true })], true, 'phishing danger one'],
    [
      'a whole host that two groups list is danger',
      [aVoice(), aVoice({ group: 'two' })],
      true,
      'phishing danger several',
    ],
    [
      'a feed that is just sure enough is published',
      [aVoice({ confidence: 0.1 })],
      false,
      'phishing caution one',
    ],
    ['two feeds of one group are one voice', [aVoice(), aVoice()], true, 'phishing caution one'],
    [
      'spam is caution, however many agree',
      [aVoice({ category: 'spam' }), aVoice({ category: 'spam', group: 'two', reviewed: true })],
      false,
      'spam caution several',
    ],
    [
      'a second group that says spam makes no danger of a whole host',
      [aVoice(), aVoice({ category: 'spam', group: 'two' })],
      true,
      'phishing caution several',
    ],
    [
      'a review of spam is no review of phishing',
      [aVoice(), aVoice({ category: 'spam', reviewed: true })],
      true,
      'phishing caution one',
    ],
    [
      'the worst category counts',
      [aVoice({ category: 'scam' }), aVoice({ category: 'malware', group: 'two' })],
      false,
      'malware danger several',
    ],
    ['little belief is caution', [aVoice({ confidence: 0.3 })], false, 'phishing caution one'],
    [
      'two of little belief are some',
      [aVoice({ confidence: 0.3 }), aVoice({ confidence: 0.3, group: 'two' })],
      false,
      'phishing danger several',
    ],
    ['hardly any belief is not published', [aVoice({ confidence: 0.05 })], false, null],
    [
      'in a group the most confident feed speaks',
      [aVoice({ confidence: 0.05 }), aVoice({ confidence: 0.9 })],
      false,
      'phishing danger one',
    ],
  ] as const)('weighEntry: %s', (_, voices, isHostLevel, section) => {
    expect(sectionOf(voices, isHostLevel)).toBe(section);
  });

  test('the weight of an entry never falls by a further feed', () => {
    const voice = fc.record({
      category: fc.constantFrom(...CATEGORIES),
      confidence: fc.double({ min: 0, max: 1, noNaN: true }),
      group: fc.constantFrom('one', 'two', 'three'),
      reviewed: fc.boolean(),
    });
    const rank = (voices: readonly Voice[], isHostLevel: boolean): number => {
      const section = weighEntry({ kind: 'url', isHostLevel, voices }, RULES);
      return section === null ? 0 : section.action === 'caution' ? 1 : 2;
    };
    fc.assert(
      fc.property(
        fc.array(voice, { minLength: 1, maxLength: 5 }),
        voice,
        fc.boolean(),
        (voices, further, isHostLevel) => {
          expect(rank([...voices, further], isHostLevel)).toBeGreaterThanOrEqual(rank(voices, isHostLevel));
        },
      ),
    );
  });

  test('the weight of an entry counts a wrong flag on a sender more than one on a link', () => {
    const section = { category: 'phishing', action: 'danger', group: 'one' } as const;
    expect(costDoublingsOf({ ...section, kind: 'address' })).toBeGreaterThan(
      costDoublingsOf({ ...section, kind: 'url' }),
    );
  });
});
