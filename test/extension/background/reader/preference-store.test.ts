import 'fake-indexeddb/auto';
import { expect, test } from 'vitest';
import { NO_POLICY } from '../../../../src/extension/background/reader/managed-policy.ts';
import {
  PreferenceStore,
  type PreferenceChange,
} from '../../../../src/extension/background/reader/preference-store.ts';
import { privateDatabase } from '../../../../src/extension/platform/storage/private-database.ts';
import { ValueStore } from '../../../../src/extension/platform/storage/value-store.ts';
import { DEFAULT_PREFERENCES } from '../../../../src/extension/protocol/preference-messages.ts';

test('another language is one change: whoever asks because of it gets its texts', async () => {
  const changes: PreferenceChange[] = [];
  const preferences = new PreferenceStore(
    new ValueStore(privateDatabase()),
    () => Promise.resolve(NO_POLICY),
    (change) => {
      changes.push(change);
      preferences.forget();
      return Promise.resolve();
    },
  );
  expect(await preferences.set({ ...DEFAULT_PREFERENCES, language: 'zh-CN' })).toBe('done');
  expect(changes).toEqual(['language']);
  expect(await preferences.set({ ...DEFAULT_PREFERENCES, language: 'zh-CN', onCaution: 'ask' })).toBe('done');
  expect(changes).toEqual(['language', 'preferences']);
});
