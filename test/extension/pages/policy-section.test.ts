// @vitest-environment happy-dom
import { describe, expect, test, vi } from 'vitest';
import { startPolicy } from '../../../src/extension/pages/options/about/start-policy.ts';
import type { PolicySetting } from '../../../src/extension/protocol/policy-messages.ts';
import { backgroundThat } from './fake-background.ts';
import { contextIn } from './page-tools.ts';

vi.mock('../../../src/extension/platform/browser.ts', () => ({ browser: {} }));

async function shown(settings: readonly PolicySetting[]): Promise<HTMLElement> {
  const body = document.createElement('div');
  await startPolicy(body, backgroundThat({ 'get-policy': () => ({ settings }) }), contextIn).load();
  return body;
}

describe('the administrator’s settings', () => {
  test('the administrator’s settings are named with what became of each, those without effect first', async () => {
    const body = await shown([
      { name: 'block[0]', value: '"bad.example"', fault: null },
      { name: 'trust[0]', value: '"<b>\u202e"', fault: 'no-address' },
    ]);
    expect(body.querySelector('[role="status"]')?.textContent).toBe(
      '1 line of the policy has no effect. The others work.',
    );
    const rows = [...body.querySelectorAll('tbody tr')].map((row) => row.textContent);
    expect(rows).toHaveLength(2);
    expect(rows[0]).toContain('trust[0]');
    expect(rows[0]).toContain('No effect: this is not a web address');
    expect(rows[1]).toContain('works');
    // Text from outside, as text.
    expect(body.querySelector('b')).toBeNull();
    expect(body.textContent).not.toContain('\u202e');
  });

  test('the administrator’s settings are said to be none where there is no policy', async () => {
    expect((await shown([])).textContent).toBe('No policy is set. Everything here is yours to decide.');
  });
});
