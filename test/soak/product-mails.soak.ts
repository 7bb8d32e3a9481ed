/**
 * What webmail and browser leave of real mails, beside what their files say: `npm run soak -- product-mails`, with
 * `--count=60` fewer of them. They go through the real Roundcube, known and not recognised as one, in both browsers;
 * facts and verdicts are compared, differences counted by cause. Drawn is each n-th of a source, with `--from=0.5` the
 * one that lies halfway between those: other mails. With `--keep=FOLDER` what was seen stays there, with `--kept=FOLDER`
 * it is compared again without any browser. Needs root on Debian and the shared data.
 */
import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { parse, serialize } from 'parse5';
import { packagedTables } from '../../src/core/evidence/evidence-tables.ts';
import { scoreMessage } from '../../src/core/evidence/judge-message.ts';
import { NO_CONTEXT } from '../../src/core/evidence/message-context.ts';
import type { HeadFacts } from '../../src/core/evidence/message-facts.ts';
import { factsOfMail } from '../../src/server/node/mail-tools/node-mail.ts';
import type { Mail } from '../../src/server/publisher/evaluate/mail.ts';
import { readMails } from '../../src/server/publisher/evaluate/read-mails.ts';
import {
  differencesOf,
  type Difference,
  type ProductMail,
  type SeenMail,
} from '../e2e/mails/compare-facts.ts';
import { eachNth, MAX_LENGTH, productMail, READER } from '../e2e/mails/mail-source.ts';
import { needSharedData, sharedData } from '../shared-data.ts';

/** Half of them bad; the good ones as people get them today. */
const SOURCES = ['phishing_pot', 'newsletters', 'transactional', 'lists_html_ham', 'misc_ham'];

const { values } = parseArgs({
  options: {
    count: { type: 'string', default: '300' },
    from: { type: 'string', default: '0' },
    keep: { type: 'string' },
    kept: { type: 'string' },
  },
});
needSharedData('mail');
const START = Number(values.from);
if (!(START >= 0 && START < 1)) throw new RangeError(`--from=${values.from}: between 0 and 1`);
const mails = values.kept === undefined ? await someMails(Number(values.count)) : await mailsIn(values.kept);
if (values.kept === undefined) {
  const folder = mkdtempSync(join(tmpdir(), 'spamlight-product-mails-'));
  try {
    process.exitCode = await show(folder);
    report(folder);
    if (values.keep !== undefined) cpSync(folder, values.keep, { recursive: true });
  } finally {
    rmSync(folder, { recursive: true });
  }
} else {
  report(values.kept);
}

/** Through webmail and browsers. @returns exit code */
async function show(folder: string): Promise<number> {
  const file = join(folder, 'mails');
  writeFileSync(file, mails.map((mail, number) => JSON.stringify(productMail(mail, number))).join('\n'));
  const { status } = spawnSync(
    'npx',
    ['playwright', 'test', 'test/e2e/mails/product-mails.spec.ts', '--workers=2'],
    {
      stdio: 'inherit',
      env: { ...process.env, SPAMLIGHT_PRODUCT_MAILS: file },
    },
  );
  return status === 0 ? 0 : 1;
}

/** Evenly from each source, each n-th of it; where one holds fewer, more of those that hold more. */
async function someMails(count: number): Promise<readonly Mail[]> {
  const [bad = [], ...good] = await Promise.all(SOURCES.map(mailsOf));
  const badCount = Math.ceil(count / 2);
  const counts = evenCounts(
    good.map((all) => all.length),
    count - badCount,
  );
  return [
    ...eachNth(bad, badCount, START),
    ...good.flatMap((all, index) => eachNth(all, counts[index] ?? 0, START)),
  ];
}

/** Those that were seen at an earlier time. */
async function mailsIn(folder: string): Promise<readonly Mail[]> {
  const all = new Map<string, Mail>();
  for (const mail of (await Promise.all(SOURCES.map(mailsOf))).flat()) all.set(mail.id, mail);
  const lines = readFileSync(join(folder, 'mails'), 'utf8').split('\n');
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- written by this program
  return lines.flatMap((line) => all.get((JSON.parse(line) as ProductMail).id) ?? []);
}

async function mailsOf(source: string): Promise<readonly Mail[]> {
  const path = sharedData(`mail/${source}.jsonl.gz`);
  const all: Mail[] = [];
  if (!existsSync(path)) return all;
  for await (const mail of readMails([path])) {
    if (mail.html.length + mail.text.length < MAX_LENGTH && leadsSomewhere(mail)) all.push(mail);
  }
  return all;
}

/** The extension looks at messages with links; what is not filled in, as `{{link}}`, no webmail makes one of. */
function leadsSomewhere(mail: Mail): boolean {
  return factsOfMail(mail, null).links.some(({ href }) => /^\s*(?:https?|mailto):/i.test(href));
}

function evenCounts(available: readonly number[], total: number): readonly number[] {
  let rest = total;
  const counts = available.map(() => 0);
  const smallestFirst = [...available.keys()].sort((a, b) => (available[a] ?? 0) - (available[b] ?? 0));
  for (const [place, index] of smallestFirst.entries()) {
    const share = Math.ceil(rest / (available.length - place));
    counts[index] = Math.min(share, available[index] ?? 0);
    rest -= counts[index] ?? 0;
  }
  return counts;
}

/** As a browser reads it: one parser then reads it as another does. */
function inOrder(mail: Mail): Mail {
  return { ...mail, html: mail.html === '' ? '' : serialize(parse(mail.html)) };
}

/** What became of a mail, and the verdicts by its file, as seen, and with less of it. */
interface Line {
  readonly before: string;
  readonly after: string;
  readonly differences: readonly Pick<Difference, 'part' | 'byWebmail'>[];
  readonly withoutName?: string;
  readonly withoutSubject?: string;
  readonly bodyAlone?: string;
}

function lineOf(mail: Mail, seen: SeenMail | null): Line {
  const expected = factsOfMail(mail, READER);
  const before = verdictOf(expected);
  if (seen === null) return { before, after: 'not seen', differences: [{ part: 'not seen' }] };
  const { facts, links } = seen;
  const { head } = facts;
  const less = (changed: HeadFacts | null): string =>
    verdictOf({ links, facts: { ...facts, head: changed } });
  return {
    before,
    after: verdictOf(seen),
    differences: differencesOf(
      { facts: expected, inOrder: factsOfMail(inOrder(mail), READER), html: mail.html },
      seen,
    ),
    withoutName: less(head === null ? null : { ...head, name: null }),
    withoutSubject: less(head === null ? null : { ...head, subject: null }),
    bodyAlone: less(null),
  };
}

function verdictOf({ facts, links }: SeenMail): string {
  return scoreMessage(facts, links, packagedTables(), NO_CONTEXT).kind;
}

function report(folder: string): void {
  for (const browser of ['chromium', 'firefox']) {
    for (const way of ['adapter', 'structure']) reportOf(folder, browser, way);
  }
}

function reportOf(folder: string, browser: string, way: string): void {
  const path = join(folder, `mails.${browser}.${way}`);
  if (!existsSync(path)) return;
  const lines = readFileSync(path, 'utf8')
    .split('\n')
    .flatMap((line, number) => {
      const mail = mails[number];
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- written by the spec
      return mail === undefined ? [] : [lineOf(mail, JSON.parse(line) as SeenMail | null)];
    });
  const share = (is: (line: Line) => boolean): string => {
    const number = lines.filter(is).length;
    return `${number} of ${lines.length} (${((number / lines.length) * 100).toFixed(1)} %)`;
  };
  const isWebmails = ({ differences }: Line): boolean =>
    differences.every(({ byWebmail }) => byWebmail !== undefined);
  const causes = new Map<string, number>();
  // One cause may show in several parts of a mail.
  for (const { differences } of lines) {
    for (const cause of new Set(differences.map(({ part, byWebmail }) => byWebmail ?? part)))
      causes.set(cause, (causes.get(cause) ?? 0) + 1);
  }
  const marked = (of: (line: Line) => string | undefined): number =>
    lines.filter((line) => of(line) === 'flagged').length;
  process.stdout.write(
    `${browser}, by ${way}: facts equal ${share((line) => line.differences.length === 0)}, ` +
      `but for what the webmail changes ${share(isWebmails)}, verdicts ${share((line) => line.before === line.after)}\n` +
      `  differences: ${[...causes].map(([cause, number]) => `${cause}: ${number}`).join('; ')}\n` +
      `  marked by the file ${marked((line) => line.before)}, as seen ${marked((line) => line.after)}, without name ${marked((line) => line.withoutName)}, ` +
      `without subject ${marked((line) => line.withoutSubject)}, by the body alone ${marked((line) => line.bodyAlone)}\n`,
  );
}
