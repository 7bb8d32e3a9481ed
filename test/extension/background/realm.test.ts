/** What the tests of the background stand on: one realm in one browser. */
import { expect, test, vi } from 'vitest';
import { FakeBrowser, fetchFromPackage } from './fake-browser.ts';
import { browserModule, Realm, until } from './realm.ts';
import { freshProfile } from './lists/update-harness.ts';

vi.mock('../../../src/extension/platform/browser.ts', () => browserModule);

test('a realm uses the browser in which it was started, even after the next test has made another', async () => {
  freshProfile();
  vi.stubGlobal('fetch', fetchFromPackage(new Map()));
  vi.stubGlobal('navigator', { onLine: true });
  const first = new Realm(new FakeBrowser());
  await first.start();
  const next = new Realm(new FakeBrowser());
  first.browser.alarms.clear();
  await first.update();
  await until(() => expect(first.browser.alarms.has('update')).toBe(true));
  expect(next.browser.alarms.has('update')).toBe(false);
});
