import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { wrapperRules } from '../../../../src/core/url/tables/wrapper-rule.ts';
import { WRAPPER_RULES } from '../../../../src/core/url/tables/wrapper-rules.ts';

describe('wrapperRules', () => {
  test('reads name, hosts, path, destination and source of a row, and passes over headings', () => {
    expect(wrapperRules`
# Gateways

gate | gate.example way.{com,de} ${/^\/v1\//i} | query url u | Gate, "Links"; its vectors
`).toEqual([
      {
        name: 'gate',
        hosts: 'gate.example way.{com,de}',
        path: /^\/v1\//i,
        destination: { in: 'query', names: 'url u' },
        source: 'Gate, "Links"; its vectors',
      },
    ]);
  });

  test('reads a rule for any host, with initials, path and query', () => {
    expect(
      wrapperRules`adobe | any:rR ${/^\/r\/?$/} ?${/^id=h/} | query p1, bare, sealed Adobe Campaign | Adobe`,
    ).toEqual([
      {
        name: 'adobe',
        hosts: '',
        initials: 'rR',
        path: /^\/r\/?$/,
        query: /^id=h/,
        destination: { in: 'query', names: 'p1', isBare: true },
        sealed: 'Adobe Campaign',
        source: 'Adobe',
      },
    ]);
  });

  test('puts texts in place, and each pattern into its own row', () => {
    const hosts = 'a.example b.example';
    const [first, second] = wrapperRules`
one | ${hosts} | path ${/^\/(.+)$/g}, bare | first
two | c.example ${hosts} ${/^\/x/} | path ${/=(.+)$/gi} | second
`;
    expect(first).toMatchObject({ hosts, destination: { in: 'path', pattern: /^\/(.+)$/g, isBare: true } });
    expect(second).toMatchObject({
      hosts: `c.example ${hosts}`,
      path: /^\/x/,
      destination: { in: 'path', pattern: /=(.+)$/gi },
    });
  });

  test.each([
    ['owns host', { ownsHost: true }],
    ['ordinary site', { isOrdinarySite: true }],
    ['partial', { isPartial: true }],
    ['sealed The Trade Desk', { sealed: 'The Trade Desk' }],
    ['bare', { destination: { in: 'query', names: 'u', isBare: true } }],
    ['skip 2', { destination: { in: 'query', names: 'u', skip: 2 } }],
  ])('reads the trait %s', (trait, field) => {
    expect(wrapperRules`x | x.example | query u, ${trait} | somebody`[0]).toEqual({
      name: 'x',
      hosts: 'x.example',
      destination: { in: 'query', names: 'u' },
      source: 'somebody',
      ...field,
    });
  });

  test.each([
    ['without a source', 'x | x.example | nowhere', 'no rule of a wrapper: x |'],
    ['with a column too many', 'x | x.example | nowhere | a | b', 'no rule of a wrapper: x |'],
    ['of an unknown destination', 'x | x.example | somewhere | a', 'no destination of a wrapper: somewhere'],
    ['of an unknown trait', 'x | x.example | nowhere, owns hosts | a', 'no trait of a wrapper: owns hosts'],
    ['whose path has no pattern', 'x | x.example | path | a', 'no pattern of a wrapper'],
    ['whose pattern is a text', 'x | x.example | path <0> | a', 'no pattern of a wrapper: 0>'],
  ])('refuses a row %s, by name', (_, row, message) => {
    expect(() => wrapperRules`${row}`).toThrow(new RegExp(`^${message.replaceAll('|', '\\|')}`));
  });

  test('the table is read as it is written: one rule a line', () => {
    const table = readFileSync('src/core/url/tables/wrapper-rules.ts', 'utf8');
    const rows = table.split('\n').filter((line) => line.split(' | ').length === 4);
    expect(rows.length).toBeGreaterThan(200);
    expect(WRAPPER_RULES.map(({ name }) => name)).toEqual(rows.map((row) => row.split(' | ')[0]));
  });
});
