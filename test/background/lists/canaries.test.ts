import { describe, expect, test } from 'vitest';
import { runSteps } from '../../../src/core/steps.ts';
import { canaries, flaggedCanary } from '../../../src/background/lists/canaries.ts';
import { PHISHING, snapshotOf, SPAM } from './test-channel.ts';

const asked = (...entries: readonly string[]): string | null =>
  runSteps(
    flaggedCanary(
      snapshotOf([
        { section: PHISHING, entries },
        { section: SPAM, entries: ['pills.example'] },
      ]),
    ),
  );

describe('the canaries', () => {
  test('are a thousand names, each once', () => {
    expect(canaries()).toHaveLength(1_000);
    expect(new Set(canaries()).size).toBe(1_000);
    for (const name of canaries()) expect(name).toMatch(/^[a-z0-9-]+(?:\.[a-z0-9-]+)+$/);
  });

  test.each(['gmail.com', 'chase.com', 'netflix.com'])('%s is one of them', (name) => {
    expect(canaries()).toContain(name);
    expect(asked(name)).toBe(name);
  });

  test('are flagged one by one, but for sites where a listing of the whole never counts', () => {
    const unflagged = canaries().filter((name) => asked(name) !== name);
    expect(unflagged).toContain('google.com');
    expect(unflagged.length).toBeLessThan(100);
  });

  test('let pages below a site pass, and other sites', () => {
    expect(asked('paypal.com/signin/x', 'sites.google.com/view/bad', 'paypal.com.evil.example')).toBeNull();
    expect(asked()).toBeNull();
  });

  test('are asked in steps', () => {
    let steps = 0;
    for (const _ of flaggedCanary(snapshotOf([]))) steps++;
    expect(steps).toBeGreaterThanOrEqual(10);
  });
});
