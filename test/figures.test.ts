import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';

const PAGES = [
  'README.md',
  'lab/figures.md',
  ...readdirSync('docs').flatMap((file) => (file.endsWith('.md') ? [`docs/${file}`] : [])),
];

/** A cell of a table that somebody measured: a time, a size in memory or a rate, and no limit or setting. */
const MEASURED = /\|\s*(?:at most )?\d[\d.,]*\s(?:ms|µs|MB|kB|s|%)(?:\s\([^|]*\))?\s*(?=\|)/;

/** Whatever makes figures: a script of the package, one of its tests, the command. */
const COMMAND =
  /npm (?:run|test)|npx |spamlight (?:evaluate|train|build|tune|export|check)\b|test\/[\w/-]+\.(?:test|spec|bench|soak)\.ts/;

/** A page in its sections, each with the headings above it. */
function sectionsOf(text: string): readonly string[] {
  const sections: string[] = [];
  let above: string[] = [];
  for (const section of text.split(/^(?=#{1,4} )/m)) {
    const level = /^#+/.exec(section)?.[0].length ?? 0;
    above = [...above.slice(0, Math.max(0, level - 1)), section];
    sections.push(above.join(''));
  }
  return sections;
}

const measured = PAGES.flatMap((page) =>
  sectionsOf(readFileSync(page, 'utf8'))
    .filter((section) => MEASURED.test(section.slice(section.lastIndexOf('\n#') + 1)))
    .map((section) => {
      const heading = /^#+ .*$/m.exec(section.slice(section.lastIndexOf('\n#') + 1))?.[0] ?? '';
      return { name: `${page} ${heading}`, section };
    }),
);

describe('tables of measurements', () => {
  test('tables of measurements are found', () => {
    expect(measured.length).toBeGreaterThan(6);
  });

  test.each(measured.map(({ name, section }) => [name, section] as const))(
    'tables of measurements: %s: the command that makes the figures is beside them',
    (_name, section) => {
      expect(section).toMatch(COMMAND);
    },
  );
});

test('what README says of phishing that is marked is what docs/accuracy.md measured', () => {
  const [, ofReadme] = /Spamlight marks ([\d.]+ %) of phishing/.exec(readFileSync('README.md', 'utf8')) ?? [];
  const [, measuredShare] =
    /of these with a _web_ link[^%]*?([\d.]+ %)/.exec(readFileSync('docs/accuracy.md', 'utf8')) ?? [];
  expect(ofReadme).toBeDefined();
  expect(ofReadme).toBe(measuredShare);
});
