import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
// First: what stands in for the browser is needed by the others.
import { browserModule, linkRequest, Realm } from '../realm.ts';
import { CHANGES_PER_MINUTE } from '../../../../src/extension/background/reader/change-limits.ts';
import { MAX_OPENED, LookBackStore } from '../../../../src/extension/platform/storage/look-back-store.ts';
import { privateDatabase } from '../../../../src/extension/platform/storage/private-database.ts';
import { FakeBrowser, fetchFromPackage } from '../fake-browser.ts';
import { freshProfile } from '../lists/update-harness.ts';

vi.mock('../../../../src/extension/platform/browser.ts', () => browserModule);

const POPUP = 'src/extension/pages/popup/popup.html';
let browser: FakeBrowser;
let realm: Realm;

beforeEach(async () => {
  freshProfile();
  vi.stubGlobal('fetch', fetchFromPackage(new Map()));
  vi.stubGlobal('navigator', { onLine: false });
  browser = new FakeBrowser();
  realm = new Realm(browser);
  await realm.start();
  // All within one minute, whenever the test runs.
  vi.useFakeTimers({ now: 1_800_000_000_000, toFake: ['Date'] });
});

afterEach(async () => {
  vi.useRealTimers();
  await realm.idle();
});

const hrefOf = (n: number): string => `https://site-${n}.example/`;

/** A broken renderer speaks as the content script: it has links judged, and trusts each of them. */
async function flood(count: number, frame = {}): Promise<readonly string[]> {
  const hrefs = Array.from({ length: count }, (_, n) => hrefOf(n));
  for (let from = 0; from < count; from += 100)
    await realm.fromFrame(linkRequest(hrefs.slice(from, from + 100)), frame);
  const answers: string[] = [];
  for (const href of hrefs) {
    const answer = await realm.fromFrame(
      { type: 'trust-link', messageKey: 'message 1', href, scope: 'site', forSeconds: null },
      frame,
    );
    answers.push('refused' in answer ? answer.refused : 'done');
  }
  return answers;
}

const trusted = async (): Promise<number> =>
  (await realm.kept({ type: 'list-rules', action: 'trust' })).rules.length;

describe('a flood from a frame', () => {
  test('trust from a frame is refused beyond what a person does, and the popup says so', async () => {
    const answers = await flood(400);
    const most = CHANGES_PER_MINUTE.rules;
    expect(answers.slice(0, most).every((answer) => answer === 'done')).toBe(true);
    expect(answers.slice(most).every((answer) => answer === 'too-fast')).toBe(true);
    expect(await trusted()).toBe(most);
    const tab = await realm.fromPage({ type: 'get-tab', tabId: 1 }, POPUP);
    expect(tab.refusedChanges).toBe(400 - most);
    // Told once: news of a flood must not be one.
    expect(browser.broadcasts.filter((told) => JSON.stringify(told).includes('"tab"'))).toHaveLength(1);
  });

  test('requests of all frames of a tab, by every way, are counted together', async () => {
    await flood(CHANGES_PER_MINUTE.rules);
    const href = hrefOf(0);
    await realm.fromFrame(linkRequest([href]), { frameId: 5 });
    const refused = { refused: 'too-fast' };
    expect(
      await realm.fromFrame(
        { type: 'block-link', messageKey: 'message 1', href, scope: 'site' },
        { frameId: 5 },
      ),
    ).toEqual(refused);
    expect(await realm.fromFrame({ type: 'trust-once', href, messageKey: 'm' }, { frameId: 5 })).toEqual(
      refused,
    );
    const correction = {
      type: 'correct-message',
      messageKey: 'm',
      correction: 'fine',
      scope: 'address',
    } as const;
    expect(await realm.fromFrame(correction)).toEqual(refused);
  });

  test('a flood of requests from a frame holds up neither another tab, nor the options page, nor the next minute, nor an undo', async () => {
    await flood(CHANGES_PER_MINUTE.rules);
    const last = await realm.kept({ type: 'list-rules', action: 'trust' });
    expect(await flood(1)).toEqual(['too-fast']);
    expect(await flood(1, { tabId: 2 })).toEqual(['done']);
    const rule = { type: 'add-rule', action: 'trust', scope: 'site', note: '', expiresAt: null } as const;
    expect(await realm.fromPage({ ...rule, subject: 'own.example' })).toMatchObject({
      subject: 'own.example',
    });
    const ruleId = last.rules.at(-1)?.id ?? '';
    expect(await realm.fromFrame({ type: 'undo-rule', ruleId })).toEqual({ outcome: 'done' });
    vi.setSystemTime(1_800_000_060_000);
    expect(await flood(1)).toEqual(['done']);
    // What was refused stays said until the tab is closed.
    expect((await realm.fromPage({ type: 'get-tab', tabId: 1 }, POPUP)).refusedChanges).toBe(1);
    await browser.fire('tabs.onRemoved', 1);
    expect((await realm.fromPage({ type: 'get-tab', tabId: 1 }, POPUP)).refusedChanges).toBe(0);
  });

  test('a flood of requests from a frame opens three pages', async () => {
    for (let n = 0; n < 50; n++) await realm.fromFrame({ type: 'open-first-aid', about: 'malware' });
    expect(browser.opened).toHaveLength(CHANGES_PER_MINUTE.pages);
    expect(browser.opened[0]).toMatch(/first-aid\.html#malware$/);
  });

  test('a flood from a frame makes no rule of an address that is too long to be kept', async () => {
    const href = `https://long.example/${'a'.repeat(5_000)}`;
    await realm.fromFrame(linkRequest([href]));
    expect(
      await realm.fromFrame({
        type: 'trust-link',
        messageKey: 'message 1',
        href,
        scope: 'link',
        forSeconds: null,
      }),
    ).toEqual({
      refused: 'not-trustable',
    });
    expect(
      await realm.fromFrame({
        type: 'trust-link',
        messageKey: 'message 1',
        href,
        scope: 'host',
        forSeconds: null,
      }),
    ).toMatchObject({
      scope: 'host',
    });
  });

  test('a flood from a frame adds nothing to rules that have four million characters together, however slowly it comes', async () => {
    const rules = Array.from({ length: 999 }, (_, n) => ({
      id: `kept-${n}`,
      action: 'block' as const,
      scope: 'site' as const,
      subject: `kept-${n}.example`,
      addedAt: 1_800_000_000,
      expiresAt: null,
      note: 'x'.repeat(3_980),
      by: 'reader' as const,
    }));
    expect(await realm.fromPage({ type: 'restore-rules', rules })).toEqual({ outcome: 'done' });
    const refused: number[] = [];
    for (let n = 0; n < 12; n++) {
      vi.setSystemTime(1_800_000_000_000 + n * 60_000);
      const href = `${hrefOf(n)}${'a'.repeat(3_900)}`;
      await realm.fromFrame(linkRequest([href]));
      const answer = await realm.fromFrame({
        type: 'trust-link',
        messageKey: 'message 1',
        href,
        scope: 'link',
        forSeconds: null,
      });
      if ('refused' in answer) {
        expect(answer).toEqual({ refused: 'too-many' });
        refused.push(n);
      }
    }
    expect(refused.length).toBeGreaterThan(5);
    expect(await trusted()).toBe(12 - refused.length);
  });

  test('a flood from a frame makes no rule with an end that no calendar has, by which the reader’s own backup could not be read any more', async () => {
    const href = hrefOf(1);
    await realm.fromFrame(linkRequest([href]));
    const trust = { type: 'trust-link', messageKey: 'message 1', href, scope: 'site' } as const;
    await expect(browser.fromFrame({ ...trust, forSeconds: Number.MAX_SAFE_INTEGER })).rejects.toThrow(
      /refused/,
    );
    expect(await realm.fromFrame({ ...trust, forSeconds: 7 * 86_400 })).toMatchObject({ scope: 'site' });
    const { text } = await realm.kept({ type: 'export-private-data' });
    expect(await realm.fromPage({ type: 'preview-import', text })).toMatchObject({ trust: 0 });
    expect(text).toContain('site-1.example');
  });

  test('opened links that a frame reports are remembered for a while, and never more than so many', async () => {
    const store = new LookBackStore(privateDatabase());
    const opened = Array.from({ length: MAX_OPENED + 7 }, (_, n) => ({
      id: String(n),
      channel: 'default',
      epochKey: '00',
      openedAt: 1_000 + n,
      hashes: new Uint32Array(2),
    }));
    await store.putOpened(opened, 0);
    const kept = await store.opened();
    const ids = new Set(kept.ok ? kept.value.map(({ id }) => id) : []);
    expect(ids.size).toBe(MAX_OPENED);
    expect(ids.has('6')).toBe(false);
    expect(ids.has('7')).toBe(true);
  });

  test('a frame cannot set what the reader has chosen', async () => {
    for (const type of ['set-preferences', 'set-paused', 'add-rule', 'import-private-data'])
      await expect(browser.fromFrame({ type })).rejects.toThrow(/refused/);
  });
});
