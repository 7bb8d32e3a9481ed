import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { LinkLayer } from '../../../src/core/url/canonical/link-layer.ts';
import { readLink } from '../../../src/core/url/read-link.ts';
import {
  indexRules,
  NO_RULES,
  ruleFor,
  ruleForLayer,
  subjectsOf,
  withRule,
} from '../../../src/core/verdict/rules.ts';
import { aRule } from './links.ts';

const SITE = [{ scope: 'site', subject: 'b.example' }] as const;

describe('one rule more', () => {
  test('a new rule is the latest word of its author about its subject', () => {
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

  test('a new rule stands beside what another has said of the same', () => {
    const before = indexRules([aRule({ id: 'office', by: 'administrator', action: 'block' })], 100);
    const after = withRule(before, aRule({ id: 'mine', action: 'trust' }));
    expect(after.bySubject.get('site b.example')?.map(({ id }) => id)).toEqual(['office', 'mine']);
    expect(ruleFor(after, SITE)?.id).toBe('office');
  });

  test('a new rule is the only one where there was none', () => {
    const after = withRule(NO_RULES, aRule({ id: 'first' }));
    expect([...after.bySubject.values()].flat().map(({ id }) => id)).toEqual(['first']);
  });
});

describe('the rule of a layer', () => {
  const word = fc.constantFrom('a', 'b', 'forms', 'd', '1x');
  const path = fc.array(word, { maxLength: 6 }).map((words) => `/${words.join('/')}`);
  const href = fc
    .tuple(
      fc.constantFrom('b.example', 'www.b.example', 'docs.google.com'),
      path,
      fc.constantFrom('', '/', '?q=/a/'),
    )
    .map(([host, page, end]) => `https://${host}${page}${end}`);

  test('the rule of a layer is the one that all its subjects give', () => {
    const layerOf = (link: string): LinkLayer => {
      const [layer] = readLink(link).layers;
      if (layer === undefined) throw new Error(link);
      return layer;
    };
    const rule = fc
      .tuple(href, fc.nat(7), fc.constantFrom('trust' as const, 'block' as const))
      .map(([link, at, action]) => {
        const subjects = subjectsOf(layerOf(link));
        return { action, ...(subjects[at % subjects.length] ?? SITE[0]) };
      });
    fc.assert(
      fc.property(fc.array(rule, { maxLength: 8 }), href, (made, link) => {
        const all = made.map((change, at) => aRule({ id: `r${at}`, ...change }));
        const rules = indexRules(all, 100);
        const layer = layerOf(link);
        expect(ruleForLayer(rules, layer)).toEqual(ruleFor(rules, subjectsOf(layer)));
        const [first, ...others] = all;
        if (first === undefined) return;
        const added = withRule(indexRules(others, 100), { ...first, id: 'new' });
        expect(ruleForLayer(added, layer)).toEqual(ruleFor(added, subjectsOf(layer)));
      }),
    );
  });
});
