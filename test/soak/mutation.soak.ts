/**
 * Mutation: small faults are put into the code, one at a time, and the tests have to notice. `npm run soak -- mutation`
 * runs all areas, `npm run soak -- mutation --area=snapshot` one, and with `--file=verify-index` one file of it, whose
 * score is shown and not kept. The share that was noticed is kept in
 * mutation-scores.json and may not fall; `--keep` writes down what was reached.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { dirname, join, matchesGlob } from 'node:path';

interface Area {
  readonly mutate: readonly string[];
  /**
   * Tests that have to notice, as patterns, the quickest first. Each mutant runs those that reach it, until one notices.
   */
  readonly tests: readonly string[];
}

const AREAS: Readonly<Record<string, Area>> = {
  verdict: {
    mutate: ['src/core/verdict/*.ts'],
    tests: ['test/core/verdict/**', 'test/{command/answers,protocol/requests}.test.ts'],
  },
  url: {
    mutate: ['src/core/url/*.ts', '!src/core/url/*-table.ts', '!src/core/url/wrapper-rules.ts'],
    // Without links of real mail, without what takes a million characters or thousands of links.
    tests: ['test/core/url/!(real-mail|linear-time|web-platform|wrapped-twice).test.ts'],
  },
  // Without real hours of a real feed: they take four fifths of the time, and the generated histories are harder.
  snapshot: { mutate: ['src/core/snapshot/*.ts'], tests: ['test/core/snapshot/!(real-*).test.ts'] },
  'sender-memory': {
    mutate: ['src/background/links/sender-memory.ts'],
    tests: ['test/background/links/sender-memory.test.ts'],
  },
  'snapshot-store': { mutate: ['src/platform/snapshot-store.ts'], tests: ['test/platform/**'] },
  updater: {
    mutate: [
      'src/background/lists/update-channel.ts',
      'src/background/lists/reach-state.ts',
      'src/background/lists/update-runner.ts',
      'src/background/lists/update-journal.ts',
    ],
    // Without the realm that is stopped at every step in every way: that takes a minute for each mutant.
    tests: [
      'test/background/lists/update-runner.test.ts',
      'test/background/lists/update-journal.test.ts',
      'test/background/lists/update-channel.test.ts',
      'test/background/attacks.test.ts',
      'test/background/lists/hung-update.test.ts',
    ],
  },
  'drop-unknown': {
    mutate: ['src/background/lists/drop-unknown.ts'],
    tests: ['test/background/lists/{channels,update-journal,hung-update}.test.ts'],
  },
  'link-checker': {
    mutate: ['src/content/link-checker.ts'],
    tests: ['test/content/link-checker.test.ts'],
  },
};

const SCORES = 'test/soak/mutation-scores.json';

interface Counts {
  readonly noticed: number;
  readonly survived: readonly string[];
}

function mutate(name: string, area: Area): Counts {
  const folder = mkdtempSync(join(tmpdir(), 'spamlight-mutation-'));
  const report = join(folder, 'report.json');
  const config = join(folder, 'stryker.json');
  writeFileSync(
    config,
    JSON.stringify({
      testRunner: 'vitest',
      plugins: ['@stryker-mutator/vitest-runner'],
      mutate: onlyFile === undefined ? area.mutate : area.mutate.flatMap((each) => inFile(each, onlyFile)),
      vitest: { configFile: 'test/soak/mutation.vitest.config.ts' },
      // Words are for people; whether one is another is no fault of logic.
      mutator: { excludedMutations: ['StringLiteral'] },
      // Stryker reads types with TypeScript's old interface, which version 7 has not: it is told of none.
      tsconfigFile: 'none.json',
      concurrency: availableParallelism(),
      timeoutMS: 10_000,
      reporters: ['json', 'progress-append-only'],
      jsonReporter: { fileName: report },
      tempDirName: join(folder, 'sandbox'),
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
    return countsIn(JSON.parse(readFileSync(report, 'utf8')));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** A pattern of files, narrowed to the file of a name. */
function inFile(pattern: string, name: string): readonly string[] {
  if (pattern.startsWith('!')) return [];
  const file = join(dirname(pattern), `${name}.ts`);
  return matchesGlob(file, pattern) && existsSync(file) ? [file] : [];
}

interface Location {
  /** Both from 1. */
  readonly start: { readonly line: number; readonly column: number };
  readonly end: { readonly line: number; readonly column: number };
}

function countsIn(report: unknown): Counts {
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
  let noticed = 0;
  const survived: string[] = [];
  for (const [file, { source, mutants }] of Object.entries(files)) {
    for (const { status, mutatorName, replacement = '', location } of mutants) {
      if (status === 'Killed' || status === 'Timeout') noticed++;
      else if (status === 'Survived' || status === 'NoCoverage')
        survived.push(
          `${file}:${location.start.line} ${mutatorName} ${inOneLine(textAt(source, location))} → ${inOneLine(replacement)}`,
        );
    }
  }
  return { noticed, survived };
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

const scores = JSON.parse(readFileSync(SCORES, 'utf8')) as Record<string, number>;
const options = process.argv.slice(2);
const optionOf = (name: string): string | undefined =>
  options.find((option) => option.startsWith(`--${name}=`))?.slice(name.length + 3);
const only = optionOf('area');
const onlyFile = optionOf('file');
let fell = false;
for (const [area, what] of Object.entries(AREAS)) {
  if (only !== undefined && only !== area) continue;
  const { noticed, survived } = mutate(area, what);
  const of = noticed + survived.length;
  if (of === 0) throw new Error(`${area}: nothing was mutated`);
  const score = Math.floor((noticed / of) * 1000) / 1000;
  const before = onlyFile === undefined ? (scores[area] ?? 0) : 0;
  for (const line of survived) console.log(`  ${line}`);
  console.log(`${area}: ${noticed} of ${of} noticed, ${score} (${before} before)`);
  if (score < before) fell = true;
  if (onlyFile === undefined) scores[area] = Math.max(score, before);
}
if (options.includes('--keep')) writeFileSync(SCORES, `${JSON.stringify(scores, null, 2)}\n`);
process.exitCode = fell ? 1 : 0;
