import { readFileSync } from 'node:fs';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { NO_POLICY, parseManagedPolicy } from '../../../../src/extension/background/reader/managed-policy.ts';
import type { PolicyFault } from '../../../../src/extension/protocol/policy-messages.ts';
import { DEFAULT_PREFERENCES } from '../../../../src/extension/protocol/preference-messages.ts';

const KEY = '11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo';

describe('parseManagedPolicy', () => {
  test('parseManagedPolicy takes what is well formed and leaves the rest', () => {
    const policy = parseManagedPolicy({
      channels: [
        { url: 'https://lists.company.example/s', rootKeys: [KEY, 'no key'], name: 'Company' },
        { url: 'https://intranet/', rootKeys: [KEY] },
        { url: 'http://plain.example/', rootKeys: [KEY] },
        { url: 'https://keyless.example/', rootKeys: [] },
        'https://x.example/',
      ],
      trust: ['a.example', 'www.b.example', 'c.example/x/', 'c.example/x', 'd@e.example', 'co.uk', 7],
      block: ['bit.ly', ''],
    });
    expect(policy.channels.map(({ url, name }) => `${name} ${url}`)).toEqual([
      'Company https://lists.company.example/s/',
      // An administrator may name a host of the intranet.
      'intranet https://intranet/',
    ]);
    expect(policy.rules.map(({ action, scope, subject }) => `${action} ${scope} ${subject}`)).toEqual([
      'trust site a.example',
      'trust host www.b.example',
      'trust path c.example/x/',
      'trust link c.example/x',
      'trust sender d@e.example',
      'block site bit.ly',
    ]);
    expect(policy.preferences).toEqual({});
    expect(policy.useDefaultChannel).toBe(true);
  });

  test('parseManagedPolicy takes each preference that is as it must be, and leaves the others to the reader', () => {
    const preferencesOf = (preferences: unknown): unknown => parseManagedPolicy({ preferences }).preferences;
    expect(preferencesOf({ onDanger: 'disable' })).toEqual({ onDanger: 'disable' });
    expect(preferencesOf({ onDanger: 'explode', saveData: true })).toEqual({ saveData: true });
    expect(preferencesOf({ language: 'zh-CN', onCaution: 'ask' })).toEqual({ onCaution: 'ask' });
    expect(preferencesOf('ask')).toEqual({});
  });

  test.each([undefined, null, 7, 'x', []])('parseManagedPolicy is no policy for %j', (stored) => {
    expect(parseManagedPolicy(stored)).toEqual(NO_POLICY);
  });

  test('parseManagedPolicy takes locks, support, and what is switched off, each by itself', () => {
    const { administered } = parseManagedPolicy({
      locks: ['pause', 'everything', 'trust'],
      support: { contact: 'help@company.example', text: 7 },
      openAnyway: false,
      statistics: 'no',
    });
    expect(administered).toEqual({
      locks: ['pause', 'trust'],
      support: { contact: 'help@company.example', text: '' },
      canOpenAnyway: false,
      countsStatistics: true,
    });
  });

  test('parseManagedPolicy names each line with what became of it, those without effect in any case', () => {
    const { settings } = parseManagedPolicy({
      block: [
        'bad.example',
        'not an address',
        ...Array.from({ length: 3_000 }, (_, n) => `n${n}.example`),
        7,
      ],
      preferences: { onDanger: 'explode', language: 'de' },
      useDefaultChannel: 'no',
      blocks: ['typing-error.example'],
    });
    expect(settings.filter(({ fault }) => fault !== null)).toEqual([
      { name: 'useDefaultChannel', value: '"no"', fault: 'not-flag' },
      { name: 'block[1]', value: '"not an address"', fault: 'no-address' },
      { name: 'block[3002]', value: '7', fault: 'no-address' },
      { name: 'preferences.onDanger', value: '"explode"', fault: 'not-choice' },
      { name: 'preferences.language', value: '"de"', fault: 'readers-own' },
      { name: 'blocks', value: '["typing-error.example"]', fault: 'unknown' },
    ]);
    expect(settings).toContainEqual({ name: 'block[0]', value: '"bad.example"', fault: null });
    expect(settings.length).toBeLessThan(1_100);
  });

  test.each<[PolicyFault, unknown]>([
    ['unknown', { blok: [] }],
    ['unknown', { preferences: { onDager: 'mark' } }],
    ['not-list', { block: 'bad.example' }],
    ['not-group', { support: 'help@company.example' }],
    ['not-group', { preferences: ['onDanger'] }],
    ['not-group', { channels: ['https://lists.example/'] }],
    ['not-flag', { openAnyway: 'false' }],
    ['not-flag', { preferences: { saveData: 1 } }],
    ['not-choice', { locks: ['everything'] }],
    ['not-choice', { preferences: { onDanger: 'explode' } }],
    ['not-text', { support: { text: 'x'.repeat(301) } }],
    ['readers-own', { preferences: { language: 'de' } }],
    ['too-many', { block: Array.from({ length: 10_001 }, (_, n) => `n${n}.example`) }],
    ['not-https', { channels: [{ url: 'http://lists.example/', rootKeys: [KEY] }] }],
    ['not-https', { channels: [{ rootKeys: [KEY] }] }],
    ['no-root-key', { channels: [{ url: 'https://lists.example/' }] }],
    ['no-root-key', { channels: [{ url: 'https://lists.example/', rootKeys: ['key'] }] }],
    ['no-root-key', { channels: [{ url: 'https://lists.example/', rootKeys: Array<string>(5).fill(KEY) }] }],
    ['no-address', { trust: ['not an address'] }],
    ['wildcard', { block: ['*.bad.example'] }],
    ['shared', { trust: ['co.uk'] }],
  ])('parseManagedPolicy: a line that is %s says so', (fault, stored) => {
    const { settings } = parseManagedPolicy(stored);
    expect(settings.flatMap((setting) => setting.fault ?? [])).toEqual([fault]);
  });

  test('the schema for administrators names every field that is read, and no other', () => {
    const schema: unknown = JSON.parse(readFileSync('public/managed-schema.json', 'utf8'));
    expect(schema).toMatchObject({ type: 'object' });
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- looked at just before
    const { properties } = schema as { properties: Record<string, { properties?: Record<string, unknown> }> };
    expect(Object.keys(properties)).toEqual([
      'channels',
      'useDefaultChannel',
      'mirrors',
      'trust',
      'block',
      'preferences',
      'locks',
      'support',
      'openAnyway',
      'statistics',
    ]);
    const choices = Object.keys(properties['preferences']?.properties ?? {});
    // A language is the reader's own affair, and so are what their device remembers of them and where their mail is.
    const own = ['language', 'rememberCorrespondents', 'mailServer'];
    expect(choices).toEqual(Object.keys(DEFAULT_PREFERENCES).filter((name) => !own.includes(name)));
  });

  test('parseManagedPolicy never throws', () => {
    const policy = fc.record({
      channels: fc.oneof(fc.anything(), fc.array(fc.anything())),
      trust: fc.oneof(fc.anything(), fc.array(fc.string())),
      block: fc.array(fc.oneof(fc.webUrl(), fc.anything())),
      preferences: fc.anything(),
    });
    fc.assert(
      fc.property(fc.oneof(fc.anything(), policy), (stored) => {
        const { rules, settings } = parseManagedPolicy(stored);
        expect(settings.every(({ value }) => value.length <= 300)).toBe(true);
        for (const { by } of rules) expect(by).toBe('administrator');
      }),
      { numRuns: 300 },
    );
  });
});

describe('docs/administrators.md', () => {
  const docs = readFileSync('docs/administrators.md', 'utf8');
  const settings = docs.slice(docs.indexOf('## Settings'), docs.indexOf('## What becomes of them'));
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a file of the project's own
  const schema = JSON.parse(readFileSync('public/managed-schema.json', 'utf8')) as { properties: object };
  const names = Object.keys(schema.properties);

  test.each(names)(
    'docs/administrators.md has a heading and an example for %s, of which every line holds',
    (name) => {
      const part = settings.split('\n### ').find((each) => each.startsWith(`\`${name}\`\n`)) ?? '';
      const [, example = '{}'] = /```json\n([^`]*)```/.exec(part) ?? [];
      const policy = parseManagedPolicy(JSON.parse(example));
      expect(policy.settings.length).toBeGreaterThan(0);
      for (const { name: told, fault } of policy.settings)
        expect([told.split(/[.[]/)[0], fault]).toEqual([name, null]);
    },
  );
});
