import { readdir, readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { Option, type Command } from 'commander';
import { MARK_POINTS } from '../../src/core/evidence/evidence-rule.ts';
import { packagedTables } from '../../src/core/evidence/evidence-tables.ts';
import { scoreMessage, type ScoredMessage } from '../../src/core/evidence/judge-message.ts';
import { NO_CONTEXT } from '../../src/core/evidence/message-context.ts';
import { wholeNumber } from '../../src/server/publisher/commands/number-options.ts';
import { printEvidence } from '../../src/server/publisher/commands/evaluate-evidence.ts';
import { EvidenceRun, isPhishing } from '../../src/server/publisher/evaluate/evidence-run.ts';
import { readMails } from '../../src/server/publisher/evaluate/read-mails.ts';
import { factsOfMail } from '../../src/server/node/mail-tools/node-mail.ts';
import { countText } from '../../src/server/node/terminal/numbers.ts';
import { plainText } from '../../src/server/node/terminal/plain-text.ts';
import type { Terminal } from '../../src/server/node/terminal/terminal.ts';
import { printMoves } from './evidence.ts';
import { HONEST_FACTS, type Letter } from './honest-facts.ts';
import { readLetters } from './read-letters.ts';
import { MoveStudy } from './move-study.ts';

interface LettersOptions {
  readonly mail: readonly string[];
  readonly own: string;
  readonly phishing: readonly string[];
  readonly every: number;
  readonly why?: true;
}

type Out = Pick<Terminal, 'out'>;

interface Named {
  readonly title: string;
  readonly letter: Letter;
}

/** How many variants of the letters are marked, or one point short of it. */
interface Count {
  readonly title: string;
  readonly of: number;
  readonly marked: number;
  readonly near: number;
}

const WORST = 20;

export function addLetters(program: Command, terminal: Out): void {
  program
    .command('letters')
    .description(
      'Honest letters, alone and with one or two more honest facts each, and phishing beside them.',
    )
    .option('--mail <file...>', 'more good letters, as `spamlight evaluate` reads them', [])
    .option('--own <folder>', 'the project’s letters by kind', 'test/core/evidence/letters-by-kind')
    .option('--phishing <file...>', 'phishing, judged as it is and after each of its sender’s moves', [])
    .option('--why', 'name each letter that is marked as it is, or with one more fact')
    .addOption(
      new Option('--every <count>', 'only every so manieth letter and phishing mail, for speed')
        .default(1)
        .argParser(wholeNumber(1, 1_000)),
    )
    .action((options: LettersOptions) => study(options, terminal));
}

async function study({ mail, own, phishing, every, why }: LettersOptions, terminal: Out): Promise<void> {
  const sets: [string, readonly Named[]][] = [['letters by kind', await ownLetters(own)]];
  if (mail.length > 0) sets.push(['other letters', await lettersOf(mail)]);
  for (const [name, all] of sets) {
    await printLetters(
      name,
      all.filter((_, at) => at % every === 0),
      why === true,
      terminal,
    );
  }
  if (phishing.length > 0) await printPhishing(phishing, every, terminal);
}

async function ownLetters(folder: string): Promise<readonly Named[]> {
  const files = (await readdir(folder)).filter((name) => name.endsWith('.jsonl')).sort();
  const letters: Named[] = [];
  for (const file of files) {
    const lang = basename(file, '.jsonl');
    for (const { kind, mail } of readLetters(await readFile(join(folder, file), 'utf8'), lang))
      letters.push({ title: `${lang} ${kind}`, letter: { ...factsOfMail(mail, null), context: NO_CONTEXT } });
  }
  return letters;
}

async function lettersOf(paths: readonly string[]): Promise<readonly Named[]> {
  const letters: Named[] = [];
  for await (const mail of readMails(paths))
    letters.push({ title: mail.id, letter: { ...factsOfMail(mail, null), context: NO_CONTEXT } });
  return letters;
}

function score({ facts, links, context }: Letter): ScoredMessage {
  return scoreMessage(facts, links, packagedTables(), context);
}

async function printLetters(
  set: string,
  letters: readonly Named[],
  namesThem: boolean,
  terminal: Out,
): Promise<void> {
  const tables = packagedTables();
  const withFact = HONEST_FACTS.map(([fact, change]) => ({
    fact,
    change,
    letters: letters.map(({ title, letter }) => ({ title, letter: change(letter, tables) })),
  }));
  const named = namesThem ? terminal : null;
  await terminal.out(`${set}, ${countText(letters.length)}: marked, and one point short of it`);
  await terminal.out(lineOf(await countOf('as they are', letters, named)));
  const single: Count[] = [];
  for (const { fact, letters: changed } of withFact) {
    const count = await countOf(fact, changed, named);
    single.push(count);
    await terminal.out(lineOf(count));
  }
  await terminal.out(lineOf(sumOf('one more fact, together', single)));
  const pairs: Count[] = [];
  for (const [at, first] of withFact.entries()) {
    for (const second of withFact.slice(at + 1)) {
      const changed = first.letters.map(({ title, letter }) => ({
        title,
        letter: second.change(letter, tables),
      }));
      pairs.push(await countOf(`${first.fact} + ${second.fact}`, changed, null));
    }
  }
  await terminal.out(lineOf(sumOf('two more facts, together', pairs)));
  await terminal.out(`The worst ${WORST} pairs:`);
  for (const count of [...pairs].sort((a, b) => b.marked - a.marked).slice(0, WORST))
    await terminal.out(lineOf(count));
  await terminal.out('');
}

async function countOf(title: string, letters: readonly Named[], named: Out | null): Promise<Count> {
  let marked = 0;
  let near = 0;
  for (const { title: of, letter } of letters) {
    const { isMarked, isCarried, points, reasons } = score(letter);
    if (isMarked) marked++;
    if (isCarried && points === MARK_POINTS - 1) near++;
    if (isMarked && named !== null)
      await named.out(
        `    ${plainText(of, 60)}: ${points} (${reasons.map((reason) => `${reason.id} ${reason.points}`).join(', ')})`,
      );
  }
  return { title, of: letters.length, marked, near };
}

function sumOf(title: string, counts: readonly Count[]): Count {
  const sum = (of: (count: Count) => number): number => counts.reduce((total, count) => total + of(count), 0);
  return {
    title,
    of: sum(({ of }) => of),
    marked: sum(({ marked }) => marked),
    near: sum(({ near }) => near),
  };
}

function lineOf({ title, of, marked, near }: Count): string {
  const share = marked === 0 ? '' : `, 1 in ${countText(Math.round(of / marked))}`;
  return `  ${title.padEnd(58)} ${countText(marked)} of ${countText(of)}${share}; ${countText(near)}`;
}

async function printPhishing(paths: readonly string[], every: number, terminal: Out): Promise<void> {
  const tables = packagedTables();
  const run = new EvidenceRun({ tables, list: null, reader: null, without: [], servers: [], weighs: false });
  const moves = new MoveStudy();
  let number = 0;
  for await (const mail of readMails(paths)) {
    if (number++ % every !== 0) continue;
    const judged = await run.add(mail);
    if (isPhishing(judged.result)) moves.add(run, judged, tables);
  }
  await printEvidence(run.results, terminal);
  await printMoves(moves, terminal);
}
