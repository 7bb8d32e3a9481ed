import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { commandsOf } from '../../scripts/commands-of-page.mjs';

const page = (...lines: readonly string[]): string =>
  lines.map((line) => `Words.\n\n    ${line}\n`).join('\n');

test('a command of docs/accuracy.md that stands twice runs once, and one that another contains not at all', () => {
  const all = 'spamlight evaluate --mail *.gz --why --reader a@b.example';
  expect(commandsOf(page(all, 'spamlight evaluate --mail *.gz --why', 'npm run soak -- url', all))).toEqual({
    runnable: [all, 'npm run soak -- url'],
    wanting: [],
  });
});

test.each(['spamlight train --spam FILES --out words.slwm', 'npm run soak -- mails --keep=FOLDER'])(
  'a command of docs/accuracy.md that wants an argument does not run: %s',
  (line) => {
    expect(commandsOf(page(line))).toEqual({ runnable: [], wanting: [line] });
  },
);

test('sentences and code of docs/accuracy.md that are no command are none', () => {
  expect(commandsOf('npm run soak\n\n    const x = 1;\n')).toEqual({ runnable: [], wanting: [] });
});

const ACCURACY = readFileSync('docs/accuracy.md', 'utf8');

test('each indented line of the page of figures runs, wants an argument, or is part of a longer one', () => {
  const { runnable, wanting } = commandsOf(ACCURACY);
  const seen = [...runnable, ...wanting].map((line) => line.split(' '));
  const lines = ACCURACY.split('\n').filter((line) => /^ {4}\S/.test(line));
  expect(lines.length).toBeGreaterThan(15);
  const unseen = lines.filter(
    (line) =>
      !seen.some((words) =>
        line
          .trim()
          .split(' ')
          .every((word) => words.includes(word)),
      ),
  );
  expect(unseen).toEqual([]);
});

test.each([
  'spamlight evaluate --mail ../shared/data/mail/*.gz --why',
  'npm run lab -- evidence --mail ../shared/data/mail/*.gz --thresholds',
  'npm run lab -- evidence --mail ../shared/data/mail/*.gz --adapt',
  'npm run lab -- evidence --mail ../shared/data/mail/*.gz --fingerprints',
  'npm run lab -- evidence --mail ../shared/data/mail/*.gz --without-dev-rows',
  "npm run lab -- evidence --mail ../shared/data/mail/*.gz --attached 'Invoice 4711.zip'",
  'npm run soak -- sender-memory',
  'npm run soak -- product-mails --from=0',
  'npm run bench -- evidence',
  'npx vitest run --project unit test/core/evidence/left-out-domains.test.ts',
])('the page of figures is made by %s', (line) => {
  expect(commandsOf(ACCURACY).runnable).toContain(line);
});

test('npm run accuracy fails, before it builds anything, if no command of the page is meant', () => {
  const { status, stderr } = spawnSync('node', ['scripts/accuracy.mjs', 'sender-memroy'], {
    encoding: 'utf8',
  });
  expect(status).toBe(1);
  expect(stderr).toMatch(/^Nothing to run in docs\/accuracy\.md; there are:\n {2}spamlight evaluate /);
});
