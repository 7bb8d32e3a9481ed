/** What end-to-end tests load is what people install: `harness/differences.ts` names every exception. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { FOLDERS } from './harness/channel.ts';
import { DIFFERENCES, differing, digestsOf } from './harness/differences.ts';
import { expect, test } from './harness/fixtures.ts';
import { tier } from './harness/tiers.ts';

test(
  'the builds that tests load differ from the shipped one in what is named, and in nothing else',
  tier('core'),
  ({ browserKind }) => {
    const built = FOLDERS.built[browserKind];
    expect(differing(built, FOLDERS[browserKind])).toEqual(['channel.json']);
    expect(DIFFERENCES.shipped.files.test('channel.json')).toBe(true);

    const faults = differing(built, FOLDERS.faults[browserKind]);
    expect(faults).toContain('channel.json');
    expect(faults.filter((path) => !DIFFERENCES.faults.files.test(path))).toEqual([]);
  },
);

/** Switches of tests, the code that fault injection adds, and where things lie on the machine that built it. */
const FOREIGN = /VITE_|OPEN_SHADOW|import\.meta\.env|skip: wish|sourceMappingURL|node_modules/;

test(
  'nothing in the shipped build knows of tests, of builds, or of the machine that made it',
  tier('core'),
  ({ browserKind }) => {
    const built = FOLDERS.built[browserKind];
    const scripts = [...digestsOf(built).keys()].filter((path) => /\.(?:js|html|css|json)$/.test(path));
    expect(scripts.length).toBeGreaterThan(20);
    const found = scripts.flatMap((path) => {
      const text = readFileSync(join(built, path), 'utf8');
      const hit = text.includes(process.cwd()) ? process.cwd() : FOREIGN.exec(text)?.[0];
      return hit === undefined ? [] : [`${path}: ${hit}`];
    });
    expect(found).toEqual([]);
  },
);
