import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { JsonScanner } from '../../../src/core/feed/json-scanner.ts';

/** Builds values back from events: what comes out must be what `JSON.parse` says. */
function parseByScanner(
  text: string,
  cut: number,
): { readonly values: readonly unknown[]; readonly isBroken: boolean } {
  const values: unknown[] = [];
  const stack: { readonly value: unknown[] | Map<string, unknown>; key: string }[] = [];
  let isBroken = false;
  const add = (value: unknown): void => {
    const top = stack.at(-1);
    if (top === undefined) values.push(value);
    else if (Array.isArray(top.value)) top.value.push(value);
    else top.value.set(top.key, value);
  };
  const scanner = new JsonScanner({
    open: (kind) => {
      const value = kind === 'list' ? [] : new Map<string, unknown>();
      add(value);
      stack.push({ value, key: '' });
    },
    close: () => void stack.pop(),
    key: (name) => {
      const top = stack.at(-1);
      if (top !== undefined) top.key = name;
    },
    value: (text, _line, isString) => add(isString ? text : JSON.parse(text)),
    broken: () => {
      isBroken = true;
    },
  });
  scanner.push(text.slice(0, cut));
  scanner.push(text.slice(cut));
  scanner.finish();
  return { values, isBroken };
}

/** Objects as maps, and what JSON does not tell apart made equal. */
function plain(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(plain);
  if (typeof value === 'object' && value !== null)
    return new Map(Object.entries(value).map(([key, member]) => [key, plain(member)]));
  return value;
}

function parseByEngine(text: string): { readonly ok: boolean; readonly value: unknown } {
  try {
    return { ok: true, value: JSON.parse(text) };
  } catch {
    return { ok: false, value: null };
  }
}

describe('JsonScanner', () => {
  test('JsonScanner gives the events of any document, wherever the chunks are cut', () => {
    fc.assert(
      fc.property(fc.json({ maxDepth: 6 }), fc.nat(), fc.boolean(), (json, cut, isPretty) => {
        const text = isPretty ? JSON.stringify(JSON.parse(json), null, 2) : json;
        const read = parseByScanner(text, cut % (text.length + 1));
        expect(read).toEqual({ values: [plain(JSON.parse(text))], isBroken: false });
      }),
      { numRuns: 2000 },
    );
  });

  test('JsonScanner says that text is broken exactly where JSON.parse does', () => {
    const marks = fc.constantFrom(
      '[',
      ']',
      '{',
      '}',
      ',',
      ':',
      '"',
      '"a"',
      '"b":',
      '1',
      '-',
      '01',
      '1.',
      '1.5e3',
      'true',
      'nul',
      'null',
      ' ',
      '\n',
      '\\',
      '\\u12',
      '\\u0041',
      '\t',
    );
    let accepted = 0;
    fc.assert(
      fc.property(fc.array(marks, { minLength: 1, maxLength: 9 }), fc.nat(), (parts, cut) => {
        // One value: more than one on the top level are JSON lines, which `JSON.parse` does not read.
        const text = `[${parts.join('')}]`;
        const engine = parseByEngine(text);
        const read = parseByScanner(text, cut % (text.length + 1));
        if (engine.ok) {
          accepted++;
          expect(read).toEqual({ values: [plain(engine.value)], isBroken: false });
        } else {
          // `[1][2]` is two documents.
          expect(read.isBroken || read.values.length !== 1).toBe(true);
        }
      }),
      { numRuns: 20_000, seed: 7 },
    );
    expect(accepted).toBeGreaterThan(50);
  });
});
