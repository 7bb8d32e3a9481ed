import { describe, expect, test } from 'vitest';
import { isVisibleChange } from '../../../../src/extension/background/reader/news.ts';

describe('an update', () => {
  test.each([
    ['0.1.0', '0.2.0', true],
    ['0.9.3', '1.0.0', true],
    ['0.1.0', '0.10.0', true],
    ['0.1.0', '0.1.1', false],
    ['0.1.0', '0.1.0', false],
    ['1.0.0', '0.9.0', false],
    ['', '0.1.0', true],
    ['no version', '0.1.0', false],
  ])('from %s to %s is told: %s', (from, to, isTold) => {
    expect(isVisibleChange(from, to)).toBe(isTold);
  });
});
