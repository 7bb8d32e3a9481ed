import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { commandsOf } from '../../scripts/commands-of-page.mjs';

const page = (...lines: readonly string[]): string =>
  lines.map((line) => `Words.\n\n    ${line}\n`).join('\n');

test('a command that stands twice runs once, and one that another contains not at all', () => {
  const all = 'spamlight evaluate --mail *.gz --why --curve plot.svg';
  expect(commandsOf(page(all, 'spamlight evaluate --mail *.gz --why', 'npm run soak -- url', all))).toEqual({
    runnable: [all, 'npm run soak -- url'],
    wanting: [],
  });
});

test.each(['spamlight train --spam FILES --out words.slwm', 'npm run soak -- mails --keep=FOLDER'])(
  'what wants an argument does not run: %s',
  (line) => {
    expect(commandsOf(page(line))).toEqual({ runnable: [], wanting: [line] });
  },
);

test('sentences and code that is no command are none', () => {
  expect(commandsOf('npm run soak\n\n    const x = 1;\n')).toEqual({ runnable: [], wanting: [] });
});

test('the page of figures has a command for each kind of them', () => {
  const { runnable } = commandsOf(readFileSync('docs/accuracy.md', 'utf8'));
  expect(runnable).not.toContain('npm run accuracy');
  for (const part of [
    '--why --adapt --halves',
    '--without-dev-rows',
    '--fingerprints',
    '--attached',
    'train',
    'left-out-domains',
    'sender-memory',
    'product-mails',
    'evidence',
  ])
    expect(
      runnable.filter((line) => line.includes(part)),
      part,
    ).not.toEqual([]);
});
