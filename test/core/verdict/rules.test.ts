import { describe, expect, test } from 'vitest';
import { indexRules, NO_RULES, ruleFor, withRule } from '../../../src/core/verdict/rules.ts';
import { aRule } from './links.ts';

const SITE = [{ scope: 'site', subject: 'b.example' }] as const;

describe('one rule more', () => {
  test('is the latest word of its author about its subject', () => {
    const before = indexRules(
      [aRule({ id: 'old', action: 'block' }), aRule({ id: 'x', subject: 'c.example' })],
      100,
    );
    const after = withRule(before, aRule({ id: 'new', action: 'trust' }));
    expect(ruleFor(after, SITE)?.id).toBe('new');
    expect(ruleFor(after, [{ scope: 'site', subject: 'c.example' }])?.id).toBe('x');
    // What was there is as it was.
    expect(ruleFor(before, SITE)?.id).toBe('old');
    expect(after.bySubject.get('site b.example')?.map(({ id }) => id)).toEqual(['new']);
  });

  test('stands beside what another has said of the same', () => {
    const before = indexRules([aRule({ id: 'office', by: 'administrator', action: 'block' })], 100);
    const after = withRule(before, aRule({ id: 'mine', action: 'trust' }));
    expect(after.bySubject.get('site b.example')?.map(({ id }) => id)).toEqual(['office', 'mine']);
    expect(ruleFor(after, SITE)?.id).toBe('office');
  });

  test('is the only one where there was none', () => {
    const after = withRule(NO_RULES, aRule({ id: 'first' }));
    expect([...after.bySubject.values()].flat().map(({ id }) => id)).toEqual(['first']);
  });
});
