import { describe, expect, test, vi } from 'vitest';
import { listAccess } from '../../../src/extension/pages/options/lists/list-access.ts';

vi.mock('../../../src/extension/platform/browser.ts', () => ({ browser: {} }));

function access() {
  const requestSites = vi.fn(() => Promise.resolve(true));
  const revokeSite = vi.fn(() => Promise.resolve());
  return { requestSites, revokeSite, ...listAccess({ requestSites, revokeSite }) };
}

describe('the permission to fetch a list', () => {
  test.each([
    'https://127.0.0.1/list.txt',
    'https://10.0.0.1/list.txt',
    'https://0x7f.1/list.txt',
    'https://2130706433/list.txt',
    'https://[::1]/list.txt',
    'https://8.8.8.8/list.txt',
    'https://localhost/list.txt',
    'https://intranet/list.txt',
    'https://printer.local/list.txt',
    'https://router.lan./list.txt',
    'https://user:word@lists.example/list.txt',
    'http://lists.example/list.txt',
    'file:///etc/hosts',
    'no address',
  ])('the permission to fetch a list is not asked for where the address is refused anyway: %s', (url) => {
    const { ask, requestSites } = access();
    expect(ask(url)).toBeNull();
    expect(requestSites).not.toHaveBeenCalled();
  });

  test('the permission to fetch a list is asked for its host alone, and given back', async () => {
    const { ask, giveBack, requestSites, revokeSite } = access();
    expect(await ask('lists.example/bad.txt?x=1')).toBe(true);
    expect(requestSites).toHaveBeenCalledExactlyOnceWith(['https://lists.example/*']);
    await giveBack('https://lists.example/bad.txt');
    expect(revokeSite).toHaveBeenCalledExactlyOnceWith('https://lists.example/*');
  });
});
