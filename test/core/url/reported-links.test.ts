/** Links after public reports about other projects: what each leads to was once not looked at. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { expressionsOf, readLink } from '../../../src/core/url/read-link.ts';
import { sharedData, sharedDataMissing } from '../../shared-data.ts';

const FOLDER = sharedData('reports');
const FILES = existsSync(FOLDER) ? readdirSync(FOLDER).filter((name) => /^E\d+\.txt$/.test(name)) : [];

test.skipIf(sharedDataMissing)('there are links that other programs were reported for', () => {
  expect(FILES.length).toBeGreaterThan(5);
});

test.skipIf(sharedDataMissing).each(FILES)(
  'a link that another program was reported for is read to where it leads: %s',
  (name) => {
    const hrefs = readFileSync(`${FOLDER}/${name}`, 'utf8')
      .split('\n')
      .filter((line) => line.trim() !== '');
    expect(hrefs.length).toBeGreaterThan(0);
    for (const href of hrefs) {
      const link = readLink(href);
      expect(link.layers.flatMap(expressionsOf), href).toContain('evil.example/');
      expect(link.hidden, href).toBe(null);
    }
  },
);
