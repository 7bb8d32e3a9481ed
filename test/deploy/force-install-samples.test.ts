import { expect, test } from 'vitest';
import { docsSample } from '../docs-sample.ts';

// The one for Linux is installed from: test/e2e/policies/force-install.spec.ts.
test('the samples of policies for Windows and macOS say what the one for Linux says', () => {
  const linux = JSON.parse(docsSample('administrators.md', 'json', '"update_url"')) as {
    readonly ExtensionSettings: Readonly<Record<string, Readonly<Record<string, string>>>>;
  };
  const expected = linux.ExtensionSettings['EXTENSION-ID'];
  expect(expected).toHaveProperty('installation_mode', 'force_installed');

  const windows = docsSample('administrators.md', 'reg', 'ExtensionSettings');
  expect(windows).toContain(
    '[HKEY_LOCAL_MACHINE\\SOFTWARE\\Policies\\Google\\Chrome\\ExtensionSettings\\EXTENSION-ID]',
  );
  const values = [...windows.matchAll(/^"(\w+)"="(.*)"$/gm)].map(([, name, value]) => [name, value]);
  expect(Object.fromEntries(values)).toEqual(expected);

  const mac = docsSample('administrators.md', 'xml', '<key>ExtensionSettings</key>');
  const keys = [...mac.matchAll(/<key>(\w+)<\/key>\s*<string>(.*?)<\/string>/g)].map(([, name, value]) => [
    name,
    value,
  ]);
  expect(Object.fromEntries(keys)).toEqual(expected);
});
