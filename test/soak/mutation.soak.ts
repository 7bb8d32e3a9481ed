/**
 * Mutation: small faults are put into the code, one at a time, and the tests have to notice. `npm run soak -- mutation`
 * runs all areas, `npm run soak -- mutation --area=snapshot` one, and with `--file=verify-index,key-list` these files of
 * it. How many were noticed of each file is kept in mutation-scores.json, and their share may not fall; `--keep` writes
 * down what was reached.
 */
import { spawnSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { basename, dirname, join, matchesGlob, resolve } from 'node:path';

interface Area {
  readonly mutate: readonly string[];
  /**
   * Tests that have to notice, as patterns, the quickest first. Each mutant runs those that reach it, until one notices.
   */
  readonly tests: readonly string[];
}

const AREAS: Readonly<Record<string, Area>> = {
  verdict: {
    mutate: ['src/core/verdict/*.ts', 'src/core/lookup/*.ts'],
    tests: [
      'test/core/{verdict,lookup}/**',
      'test/{server/command/answers,extension/protocol/requests}.test.ts',
    ],
  },
  url: {
    mutate: ['', 'canonical/', 'hosts/', 'unwrap/'].map((room) => `src/core/url/${room}*.ts`),
    // Without links of real mail, without what takes a million characters or thousands of links.
    tests: ['test/core/url/**/!(real-mail|linear-time|web-platform|wrapped-twice).test.ts'],
  },
  // Without real hours of a real feed: they take four fifths of the time, and the generated histories are harder.
  snapshot: { mutate: ['src/core/snapshot/*.ts'], tests: ['test/core/snapshot/!(real-*).test.ts'] },
  'sender-memory': {
    mutate: ['src/extension/background/links/sender-memory.ts'],
    tests: ['test/extension/background/links/sender-memory.test.ts'],
  },
  'snapshot-store': {
    mutate: ['src/extension/platform/storage/snapshot-store.ts'],
    tests: ['test/extension/platform/**'],
  },
  updater: {
    mutate: [
      'src/extension/background/lists/update-channel.ts',
      'src/extension/background/lists/reach-state.ts',
      'src/extension/background/lists/update-runner.ts',
      'src/extension/background/lists/update-journal.ts',
    ],
    // Without the realm that is stopped at every step in every way: that takes a minute for each mutant.
    tests: [
      'test/extension/background/lists/update-runner.test.ts',
      'test/extension/background/lists/update-journal.test.ts',
      'test/extension/background/lists/update-channel.test.ts',
      'test/extension/background/lists/follow-head.test.ts',
      'test/extension/background/attacks.test.ts',
      'test/extension/background/lists/hung-update.test.ts',
    ],
  },
  'drop-unknown': {
    mutate: ['src/extension/background/lists/drop-unknown.ts'],
    tests: ['test/extension/background/lists/drop-unknown.test.ts'],
  },
  'link-checker': {
    mutate: ['src/extension/content/links/link-checker.ts'],
    tests: ['test/extension/content/links/link-checker.test.ts'],
  },
};

const SCORES = 'test/soak/mutation-scores.json';
const SHARED = resolve('..', 'shared');

interface Score {
  readonly noticed: number;
  readonly of: number;
}

interface Outcome extends Score {
  readonly survived: readonly string[];
}

/** @returns by file */
function mutate(name: string, area: Area): ReadonlyMap<string, Outcome> {
  const folder = mkdtempSync(join(tmpdir(), 'spamlight-mutation-'));
  const report = join(folder, 'report.json');
  const sandbox = join(folder, 'sandbox');
  // Beside each copy as beside the checkout: without the published tables half of what is known would not be asked.
  mkdirSync(sandbox);
  if (existsSync(SHARED)) symlinkSync(SHARED, join(sandbox, 'shared'));
  const config = join(folder, 'stryker.json');
  writeFileSync(
    config,
    JSON.stringify({
      testRunner: 'vitest',
      plugins: ['@stryker-mutator/vitest-runner'],
      mutate: onlyFiles === undefined ? area.mutate : area.mutate.flatMap((each) => inFiles(each, onlyFiles)),
      // By the files that a test imports, one that loads each module by its path would be left out: where a module
      // cannot be loaded, the others have no result, and no result counts as not noticed.
      vitest: { configFile: 'test/soak/mutation.vitest.config.ts', related: false },
      // Words are for people; whether one is another is no fault of logic.
      mutator: { excludedMutations: ['StringLiteral'] },
      // Stryker reads types with TypeScript's old interface, which version 7 has not: it is told of none.
      tsconfigFile: 'none.json',
      concurrency: availableParallelism(),
      timeoutMS: 10_000,
      reporters: ['json', 'progress-append-only'],
      jsonReporter: { fileName: report },
      tempDirName: sandbox,
      ignorePatterns: ['dist', 'demo-output'],
      allowEmpty: false,
    }),
  );
  const done = spawnSync(join('node_modules', '.bin', 'stryker'), ['run', config], {
    stdio: 'inherit',
    env: { ...process.env, MUTATION_TESTS: area.tests.join(' ') },
  });
  try {
    if (done.status !== 0 || !existsSync(report))
      throw new Error(`${name}: the mutation run did not end well`);
    return outcomesIn(JSON.parse(readFileSync(report, 'utf8')));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** A pattern of files, narrowed to files of these names; one that is given as `name.ts` is meant as well. */
function inFiles(pattern: string, names: readonly string[]): readonly string[] {
  if (pattern.startsWith('!')) return [];
  return names
    .map((name) => join(dirname(pattern), `${basename(name, '.ts')}.ts`))
    .filter((file) => matchesGlob(file, pattern) && existsSync(file));
}

function isOf({ mutate: patterns }: Area, file: string): boolean {
  return patterns.some((pattern) => !pattern.startsWith('!') && matchesGlob(file, pattern));
}

interface Location {
  /** Both from 1. */
  readonly start: { readonly line: number; readonly column: number };
  readonly end: { readonly line: number; readonly column: number };
}

function outcomesIn(report: unknown): ReadonlyMap<string, Outcome> {
  const { files } = report as {
    readonly files: Readonly<
      Record<
        string,
        {
          readonly source: string;
          readonly mutants: readonly {
            readonly status: string;
            readonly mutatorName: string;
            readonly replacement?: string;
            readonly location: Location;
          }[];
        }
      >
    >;
  };
  const outcomes = new Map<string, Outcome>();
  for (const [file, { source, mutants }] of Object.entries(files)) {
    let noticed = 0;
    const survived: string[] = [];
    for (const { status, mutatorName, replacement = '', location } of mutants) {
      if (status === 'Killed' || status === 'Timeout') noticed++;
      else if (status === 'Survived' || status === 'NoCoverage')
        survived.push(
          `${file}:${location.start.line} ${mutatorName} ${inOneLine(textAt(source, location))} → ${inOneLine(replacement)}`,
        );
    }
    outcomes.set(file, { noticed, of: noticed + survived.length, survived });
  }
  return outcomes;
}

function textAt(source: string, { start, end }: Location): string {
  const lines = source.split('\n').slice(start.line - 1, end.line);
  const last = lines.length - 1;
  return lines
    .map((line, at) => line.slice(at === 0 ? start.column - 1 : 0, at === last ? end.column - 1 : undefined))
    .join('\n');
}

function inOneLine(code: string): string {
  return code.replaceAll(/\s+/g, ' ').slice(0, 80);
}

/** Shares are compared, as code grows and shrinks; a file without anything to mutate has all of it. */
const shareOf = ({ noticed, of }: Score): number => (of === 0 ? 1 : noticed / of);
const percent = (score: Score): string => `${(shareOf(score) * 100).toFixed(1)} %`;

function sumOf(scores: readonly Score[]): Score {
  return {
    noticed: scores.reduce((sum, { noticed }) => sum + noticed, 0),
    of: scores.reduce((sum, { of }) => sum + of, 0),
  };
}

const readScores = (): Record<string, Score> =>
  JSON.parse(readFileSync(SCORES, 'utf8')) as Record<string, Score>;
const scores = readScores();
const reached: Record<string, Score> = {};
const options = process.argv.slice(2);
const optionOf = (name: string): string | undefined =>
  options.find((option) => option.startsWith(`--${name}=`))?.slice(name.length + 3);
const only = optionOf('area');
const onlyFiles = optionOf('file')?.split(',');
let fell = false;
for (const [area, what] of Object.entries(AREAS)) {
  if (only !== undefined && only !== area) continue;
  if (onlyFiles !== undefined && !what.mutate.some((each) => inFiles(each, onlyFiles).length > 0)) {
    // Of one area it is a mistake; of all, each has files of its own.
    if (only !== undefined) throw new Error(`${area} has none of ${onlyFiles.join(', ')}`);
    continue;
  }
  const outcomes = mutate(area, what);
  if (sumOf([...outcomes.values()]).of === 0) throw new Error(`${area}: nothing was mutated`);
  for (const [file, outcome] of outcomes) {
    const { noticed, of, survived } = outcome;
    for (const line of survived) console.log(`  ${line}`);
    const before = scores[file];
    const was = before === undefined ? 'not known before' : `${percent(before)} before`;
    console.log(`${file}: ${noticed} of ${of} noticed, ${percent(outcome)} (${was})`);
    if (before !== undefined && shareOf(outcome) < shareOf(before)) fell = true;
    else scores[file] = reached[file] = { noticed, of };
  }
  const all = sumOf(Object.entries(scores).flatMap(([file, score]) => (isOf(what, file) ? [score] : [])));
  console.log(`${area}: ${all.noticed} of ${all.of} noticed, ${percent(all)}, as far as it was run`);
}
if (options.includes('--keep')) {
  // Another area may have been run meanwhile.
  const sorted = Object.entries({ ...readScores(), ...reached }).toSorted(([a], [b]) => (a < b ? -1 : 1));
  writeFileSync(SCORES, `${JSON.stringify(Object.fromEntries(sorted), null, 2)}\n`);
}
process.exitCode = fell ? 1 : 0;
