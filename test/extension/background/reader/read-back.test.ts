import { beforeEach, describe, expect, test, vi } from 'vitest';
import type { Rule } from '../../../../src/core/verdict/rules.ts';
import { FakeBrowser, fetchFromPackage } from '../fake-browser.ts';
import { freshProfile } from '../lists/update-harness.ts';
import { browserModule, Realm } from '../realm.ts';

vi.mock('../../../../src/extension/platform/browser.ts', () => browserModule);

let realm: Realm;

beforeEach(async () => {
  freshProfile();
  vi.stubGlobal('fetch', fetchFromPackage(new Map()));
  vi.stubGlobal('navigator', { onLine: false });
  realm = new Realm(new FakeBrowser());
  await realm.start();
});

async function subjects(action: Rule['action']): Promise<readonly string[]> {
  const { rules } = await realm.kept({ type: 'list-rules', action });
  return rules.map(({ subject }) => subject).sort();
}

async function decided(action: Rule['action'], ...names: readonly string[]): Promise<void> {
  const added = await realm.fromPage({ type: 'add-rules', action, lines: names });
  if ('refused' in added) throw new Error(added.refused);
}

function fileOf(...entries: readonly (readonly [Rule['action'], string])[]): string {
  const rules = entries.map(([action, subject], at) => ({
    id: `file-${at}`,
    action,
    scope: 'site',
    subject,
    addedAt: 1_790_000_000,
    expiresAt: null,
    note: '',
    by: 'reader',
  }));
  return JSON.stringify({ format: 'spamlight-backup', version: 1, rules, channels: [], statistics: [] });
}

const NONE = { count: 0, first: [] };

describe('a file that decides otherwise than the reader', () => {
  test('a file of rules that decides otherwise than the reader does not change the reader’s own, and says so', async () => {
    await decided('trust', 'x.example', 'same.example');
    await decided('block', 'y.example');
    const text = fileOf(
      ['block', 'x.example'],
      ['trust', 'same.example'],
      ['trust', 'y.example'],
      ['block', 'new.example'],
    );
    const contradicted = {
      trust: { count: 1, first: ['x.example'] },
      block: { count: 1, first: ['y.example'] },
    };
    expect(await realm.fromPage({ type: 'preview-import', text })).toMatchObject({
      trust: 0,
      block: 1,
      contradicted,
    });
    expect(await realm.fromPage({ type: 'import-private-data', text })).toMatchObject({
      alreadyThere: 1,
      contradicted,
    });
    expect(await subjects('trust')).toEqual(['same.example', 'x.example']);
    expect(await subjects('block')).toEqual(['new.example', 'y.example']);
    // Read again, all of it is there or decided otherwise.
    expect(await realm.fromPage({ type: 'import-private-data', text })).toMatchObject({
      imported: { ruleIds: [] },
      alreadyThere: 2,
      contradicted,
    });
  });

  test('a file of rules that decides otherwise than the reader names the first of many, and is heard once the other list no longer has them', async () => {
    const names = Array.from({ length: 7 }, (_, at) => `s${at}.example`);
    await decided('trust', ...names);
    const text = fileOf(...names.map((name) => ['block', name] as const));
    const read = await realm.fromPage({ type: 'import-private-data', text });
    expect(read).toMatchObject({
      alreadyThere: 0,
      contradicted: { trust: { count: 7, first: names.slice(0, 5) }, block: NONE },
    });
    const { rules } = await realm.kept({ type: 'list-rules', action: 'trust' });
    await realm.fromPage({ type: 'remove-rules', ids: rules.map(({ id }) => id) });
    expect(await realm.fromPage({ type: 'import-private-data', text })).toMatchObject({
      alreadyThere: 0,
      contradicted: { trust: NONE, block: NONE },
    });
    expect(await subjects('block')).toEqual(names);
  });
});

describe('many lines', () => {
  test('many lines of a long list are added at once, with one undo', async () => {
    const lines = Array.from({ length: 5_000 }, (_, at) => `anna@s${at}.example`);
    await decided('block', 'anna@s7.example');
    const added = await realm.fromPage({ type: 'add-rules', action: 'trust', lines });
    if ('refused' in added) throw new Error(added.refused);
    expect(added.ids).toHaveLength(5_000);
    expect(added.replaced.map(({ subject }) => subject)).toEqual(['anna@s7.example']);
    expect(await subjects('trust')).toEqual([...lines].sort());
    await realm.fromPage({ type: 'remove-rules', ids: added.ids });
    await realm.fromPage({ type: 'restore-rules', rules: added.replaced });
    expect(await subjects('trust')).toEqual([]);
    expect(await subjects('block')).toEqual(['anna@s7.example']);
  });
});
