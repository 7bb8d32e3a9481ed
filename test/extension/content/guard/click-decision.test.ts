import { describe, expect, test } from 'vitest';
import { decideClick, strictest } from '../../../../src/extension/content/guard/click-decision.ts';
import { NOTHING_ADMINISTERED } from '../../../../src/extension/protocol/policy-messages.ts';
import type { Verdict } from '../../../../src/core/verdict/verdict.ts';

const usual = { onDanger: 'ask', onCaution: 'mark', administered: NOTHING_ADMINISTERED } as const;

function answer(verdict: Verdict) {
  return { verdict, layers: [], scopes: [] };
}

const danger = answer({ kind: 'flagged', level: 'danger', asks: true, reasons: [] });
const caution = answer({ kind: 'flagged', level: 'caution', asks: false, reasons: [] });

describe('decideClick', () => {
  test.each([
    ['a listed danger is asked about', danger, 'ask'],
    ['caution only marks', caution, 'open'],
    [
      'caution whose verdict asks is asked about',
      { ...caution, verdict: { ...caution.verdict, asks: true } },
      'ask',
    ],
    [
      'what was made to be unreadable is asked about',
      answer({ kind: 'unchecked', because: 'truncated', asks: true }),
      'ask',
    ],
    [
      'what was cut in an honest mail opens',
      answer({ kind: 'unchecked', because: 'truncated', asks: false }),
      'open',
    ],
    ['what is clear opens', answer({ kind: 'clear' }), 'open'],
    [
      'what is trusted opens',
      answer({ kind: 'allowed', by: { who: 'reader', scope: 'site', subject: 'a.example' } }),
      'open',
    ],
    [
      'without a list nothing could be opened otherwise',
      answer({ kind: 'unchecked', because: 'no-snapshot', asks: false }),
      'open',
    ],
    [
      'what nobody has answered is checked first',
      answer({ kind: 'unchecked', because: 'overloaded', asks: false }),
      'check',
    ],
    ['what was never asked is checked first', undefined, 'check'],
  ] as const)('decideClick: %s', (_, given, decision) => {
    expect(decideClick(given, usual)).toBe(decision);
  });

  test('the reader decides what danger and caution do', () => {
    expect(decideClick(danger, { ...usual, onDanger: 'mark' })).toBe('open');
    expect(decideClick(danger, { ...usual, onDanger: 'disable' })).toBe('refuse');
    expect(decideClick(caution, { ...usual, onCaution: 'ask' })).toBe('ask');
    const asking = answer({ kind: 'flagged', level: 'caution', asks: true, reasons: [] });
    expect(decideClick(asking, { ...usual, onDanger: 'mark' })).toBe('open');
    expect(decideClick(asking, { ...usual, onDanger: 'mark', onCaution: 'ask' })).toBe('ask');
    const cut = answer({ kind: 'unchecked', because: 'truncated', asks: true });
    expect(decideClick(cut, { ...usual, onDanger: 'mark' })).toBe('open');
  });

  test('where an administrator hides *open anyway*, what would be asked about does not open', () => {
    const administered = { ...NOTHING_ADMINISTERED, canOpenAnyway: false };
    const cut = answer({ kind: 'unchecked', because: 'truncated', asks: true });
    expect(decideClick(danger, { ...usual, administered })).toBe('refuse');
    expect(decideClick(cut, { ...usual, administered })).toBe('refuse');
    expect(decideClick(caution, { ...usual, administered })).toBe('open');
    expect(decideClick(undefined, { ...usual, administered })).toBe('check');
  });

  test('decideClick of links inside links the strictest decision counts', () => {
    expect(strictest(['open', 'check', 'ask'])).toBe('ask');
    expect(strictest(['open', 'check'])).toBe('check');
    expect(strictest(['ask', 'refuse'])).toBe('refuse');
    expect(strictest([])).toBe('open');
  });
});
