import { existsSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import {
  ensureBrowser,
  FIREFOX,
  CHROMIUM,
  isAtLeast,
  type BrowserWanted,
} from '../../scripts/setup/browsers.mjs';
import { extensionManifest } from '../../scripts/extension-manifest.ts';
import { aMachine, type StubMachine } from './stub-machine.ts';

const WANTED: BrowserWanted = {
  name: 'Firefox',
  least: '153.0',
  programs: ['firefox-esr', 'firefox'],
  package: 'firefox-esr',
  variable: 'SPAMLIGHT_FIREFOX',
  instead: 'unpack another one.',
};
const OLD = 'Mozilla Firefox 140.12.0esr';
const NEW = 'Mozilla Firefox 153.7.0esr';
const DEBIAN = { listed: '140.12.0esr-1~deb12u1', now: '153.7.0esr-1~deb12u1', says: NEW };

const saying = (machine: StubMachine, name: string, text: string): string =>
  machine.add(name, `echo "${text}"`);

const missing = async (machine: StubMachine, wanted = WANTED): Promise<string> => {
  const found = await ensureBrowser(wanted, machine);
  return 'missing' in found ? found.missing : `found ${found.version}`;
};

describe('a browser for the tests and the demonstration', () => {
  test('a browser for the tests is as new as the manifests ask for', () => {
    const { minimum_chrome_version: chrome } = extensionManifest('chrome', []);
    const firefox = JSON.stringify(extensionManifest('firefox', []));
    expect(CHROMIUM.least).toBe(chrome);
    expect(firefox).toContain(`"strict_min_version":"${FIREFOX.least}"`);
  });

  test('a browser for the tests that is new enough is taken as it is, and nothing is installed', async () => {
    const machine = aMachine({ 'firefox-esr': DEBIAN });
    const path = saying(machine, 'firefox-esr', NEW);
    expect(await ensureBrowser(WANTED, machine)).toEqual({ path, version: '153.7.0' });
    expect(machine.calls()).toEqual([]);
  });

  test('a browser for the tests on a fresh machine, whose lists of packages are old: they are refreshed before anything is installed', async () => {
    const machine = aMachine({ 'firefox-esr': DEBIAN });
    expect(await ensureBrowser(WANTED, machine)).toMatchObject({ version: '153.7.0' });
    expect(machine.calls()).toEqual(['update', 'install firefox-esr']);
    expect(existsSync(machine.servicePolicy), 'the rule against services is gone again').toBe(false);
  });

  test('a browser for the tests that is there and too old is upgraded', async () => {
    const machine = aMachine({ 'firefox-esr': DEBIAN });
    saying(machine, 'firefox-esr', OLD);
    expect(await ensureBrowser(WANTED, machine)).toMatchObject({ version: '153.7.0' });
    expect(machine.calls()).toEqual(['update', 'install firefox-esr']);
  });

  test('of two browsers on the PATH the one that is new enough is taken for the tests', async () => {
    const machine = aMachine({ 'firefox-esr': DEBIAN });
    saying(machine, 'firefox-esr', OLD);
    const path = saying(machine, 'firefox', 'Mozilla Firefox 154.0');
    expect(await ensureBrowser(WANTED, machine)).toEqual({ path, version: '154.0' });
  });

  test('where even the fresh lists have no browser that is new enough, none is installed, and a sentence says so', async () => {
    const old = '140.12.0esr-1~deb12u1';
    const machine = aMachine({ 'firefox-esr': { listed: old, now: old, says: OLD } });
    const path = saying(machine, 'firefox-esr', OLD);
    expect(await missing(machine)).toBe(
      `${path} is Firefox 140.12.0, and Firefox 153.0 or newer is needed. The newest firefox-esr that the packages of this system have is ${old}: unpack another one.`,
    );
    expect(machine.calls()).toEqual(['update']);
  });

  test('a browser for the tests that was installed and is still too old is not taken', async () => {
    // Its package is pinned, or another one of the name comes first on the PATH.
    const machine = aMachine({ 'firefox-esr': { ...DEBIAN, says: OLD } });
    expect(await missing(machine)).toContain(
      'is Firefox 140.12.0, and Firefox 153.0 or newer is needed, although firefox-esr 153.7.0esr-1~deb12u1 was installed.',
    );
  });

  test('lists of packages that cannot be refreshed are used as they are, and what apt-get said is pointed at', async () => {
    const machine = aMachine(
      { 'firefox-esr': { listed: '153.6.0esr-1', now: '153.7.0esr-1' } },
      { canUpdate: false },
    );
    expect(await missing(machine)).toContain('could not be installed; what apt-get says is above');
    expect(machine.calls()).toEqual(['update', 'install firefox-esr']);
  });

  test('a person who may not install a browser is told what to type', async () => {
    const machine = aMachine({ 'firefox-esr': DEBIAN }, { isRoot: false });
    expect(await missing(machine)).toContain('sudo apt-get update && sudo apt-get install firefox-esr');
    expect(machine.calls()).toEqual([]);
  });

  test('on a system without apt-get the tests say how else to install a browser', async () => {
    const machine = aMachine({}, { hasApt: false });
    expect(await missing(machine)).toBe(
      'Firefox is missing, and 153.0 or newer is needed. To get one, unpack another one.',
    );
  });

  test('a browser without a version is not taken for a new one', async () => {
    const machine = aMachine({}, { hasApt: false });
    const path = machine.add('firefox', 'exit 1');
    expect(await missing(machine)).toContain(`${path} does not tell its version`);
  });
});

describe('on Ubuntu', () => {
  const STUB = '/snap/bin/firefox "$@"';

  test('on Ubuntu there is no firefox-esr, and the program firefox leads to a snap: nothing is installed', async () => {
    const machine = aMachine({});
    const path = machine.add('firefox', STUB);
    expect(await missing(machine)).toBe(
      `${path} only leads to a snap, and Firefox 153.0 or newer is needed. The packages of this system have no firefox-esr: unpack another one.`,
    );
    expect(machine.calls()).toEqual(['update']);
  });

  test('on Ubuntu the package chromium only stands for a snap: it is not installed', async () => {
    const stub = '2:1snap1-0ubuntu2';
    const machine = aMachine({ chromium: { listed: stub, now: stub } });
    const wanted = { ...WANTED, name: 'Chromium', package: 'chromium', programs: ['chromium-browser'] };
    expect(await missing(machine, wanted)).toContain('package chromium only stands for a snap');
    expect(machine.calls()).toEqual(['update']);
  });

  test('on Ubuntu a link into the place of snaps is known as well', async () => {
    const machine = aMachine({});
    const snap = machine.add('snap', 'echo "Mozilla Firefox 199.0"');
    symlinkSync(snap, join(snap, '..', 'firefox'));
    expect(await missing(machine)).toContain('only leads to a snap');
  });

  test('on Ubuntu a browser that a tool of the project has brought is found', async () => {
    const machine = aMachine({});
    const path = saying(machine, 'chrome', 'Chromium 156.0.1');
    const wanted = { ...WANTED, programs: ['chromium'], bundled: () => Promise.resolve(path) };
    expect(await ensureBrowser(wanted, machine)).toEqual({ path, version: '156.0.1' });
    expect(machine.calls()).toEqual([]);
  });
});

describe('a browser that the reader names', () => {
  test('a browser that the reader names is taken before any other', async () => {
    const machine = aMachine({});
    saying(machine, 'firefox', NEW);
    const path = saying(machine, 'mine', 'Mozilla Firefox 160.1');
    machine.env['SPAMLIGHT_FIREFOX'] = path;
    expect(await ensureBrowser(WANTED, machine)).toEqual({ path, version: '160.1' });
  });

  test.each([
    ['that is not there', '/nowhere/firefox', /names \/nowhere\/firefox: there is no such file/],
    ['that is too old', null, /mine is Firefox 140\.12\.0, and Firefox 153\.0 or newer is needed/],
  ])('a browser that the reader names: %s is not replaced in silence', async (_what, named, sentence) => {
    const machine = aMachine({ 'firefox-esr': DEBIAN });
    saying(machine, 'firefox', NEW);
    machine.env['SPAMLIGHT_FIREFOX'] = named ?? saying(machine, 'mine', OLD);
    expect(await missing(machine)).toMatch(sentence);
    expect(machine.calls()).toEqual([]);
  });
});

test.each([
  ['153.7.0esr', '153.0', true],
  ['153.0', '153.0', true],
  ['153', '153.0', true],
  ['152.9', '153.0', false],
  ['140.12.0esr-1~deb12u1', '153.0', false],
  ['1:153.0-2', '153.0', true],
  ['1:99.0', '153', false],
  ['156.0.8078.79', '137', true],
  ['9.0', '10', false],
])('the version of a browser is compared: %s is at least %s: %s', (version, least, expected) => {
  expect(isAtLeast(version, least)).toBe(expected);
});
