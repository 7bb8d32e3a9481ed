import type { Command } from 'commander';
import { groupBy } from '../../src/core/group-by.ts';
import { BRAND_ROWS } from '../../src/core/evidence/brand-rows.ts';
import { MARK_POINTS } from '../../src/core/evidence/evidence-rule.ts';
import { EvidenceTables, packagedTables, parseBrandRows } from '../../src/core/evidence/evidence-tables.ts';
import { countText, shareText } from '../../src/server/node/terminal/numbers.ts';
import { plainText } from '../../src/server/node/terminal/plain-text.ts';
import type { Terminal } from '../../src/server/node/terminal/terminal.ts';
import { printEvidence } from '../../src/server/publisher/commands/evaluate-evidence.ts';
import { familyOf } from '../../src/server/publisher/evaluate/evidence-figures.ts';
import {
  EvidenceRun,
  isPhishing,
  type EvidenceResult,
} from '../../src/server/publisher/evaluate/evidence-run.ts';
import { readMails } from '../../src/server/publisher/evaluate/read-mails.ts';
import { FingerprintStudy } from './fingerprint-study.ts';
import { MoveStudy } from './move-study.ts';

interface EvidenceOptions {
  readonly mail: readonly string[];
  readonly thresholds?: true;
  readonly adapt?: true;
  readonly fingerprints?: true;
  readonly withoutDevRows?: true;
  readonly attached?: readonly string[];
}

type Out = Pick<Terminal, 'out'>;

export function addEvidence(program: Command, terminal: Out): void {
  program
    .command('evidence')
    .description('What docs/accuracy.md reports beside the figures of `spamlight evaluate`.')
    .requiredOption('--mail <file...>', 'mails of known kind, as `spamlight evaluate` reads them')
    .option('--thresholds', 'count what each number of points would mark')
    .option('--adapt', 'judge phishing again after each of its sender’s free moves, and after each two')
    .option('--fingerprints', 'compare the mails by fingerprint: copies found, good mail mistaken for one')
    .option('--without-dev-rows', 'leave out the rows of the tables that the development mail taught')
    .option(
      '--attached <name...>',
      'judge every mail as if files of these names were attached: what a rule on files would mark at most',
    )
    .action((options: EvidenceOptions) => study(options, terminal));
}

async function study(options: EvidenceOptions, terminal: Out): Promise<void> {
  const tables = options.withoutDevRows === true ? tablesWithoutLearntRows() : packagedTables();
  const run = new EvidenceRun({ tables, list: null, reader: null, without: [], servers: [], weighs: false });
  const moves = new MoveStudy();
  const fingerprints = new FingerprintStudy();
  for await (const mail of readMails(options.mail)) {
    const judged = await run.add({ ...mail, files: [...(mail.files ?? []), ...(options.attached ?? [])] });
    if (options.adapt === true && isPhishing(judged.result)) moves.add(run, judged, tables);
    if (options.fingerprints === true) fingerprints.add(run, judged);
  }
  await printEvidence(run.results, terminal);
  if (options.thresholds === true) await printThresholds(run.results, terminal);
  if (options.adapt === true) await printMoves(moves, terminal);
  if (options.fingerprints === true) await printFingerprints(fingerprints, terminal);
}

function tablesWithoutLearntRows(): EvidenceTables {
  const groups = BRAND_ROWS.filter(({ isLearnt }) => !isLearnt);
  return new EvidenceTables(groups.flatMap(({ rows }) => parseBrandRows(rows)));
}

async function printThresholds(results: readonly EvidenceResult[], terminal: Out): Promise<void> {
  const linked = results.filter(({ hasLinks }) => hasLinks);
  await terminal.out('');
  await terminal.out(
    `Messages with a link that each number of points would mark (${MARK_POINTS} is shipped):`,
  );
  for (const [name, group] of groupBy(linked, ({ label, source }) => `${label} ${familyOf(source)}`)) {
    const marked = [-2, -1, 0, 1, 2].map((more) => {
      const threshold = MARK_POINTS + more;
      const count = group.filter(({ scored }) => scored.isCarried && scored.points >= threshold).length;
      return `${threshold}: ${countText(count)}`;
    });
    await terminal.out(
      `  ${plainText(name, 60).padEnd(32)} ${marked.join('  ')}  of ${countText(group.length)}`,
    );
  }
}

export async function printMoves(
  { phishing, marksAfter, lookAlikes }: MoveStudy,
  terminal: Out,
): Promise<void> {
  await terminal.out('');
  await terminal.out('Phishing still marked after its sender’s free moves:');
  for (const [moves, marked] of marksAfter)
    await terminal.out(`  ${moves.padEnd(32)} ${shareText(marked / Math.max(1, phishing))}`);
  await terminal.out('');
  await terminal.out(
    'Phishing whose name names a brand, moved to a look-alike domain: marked, and marked without B2:',
  );
  for (const [kind, { moved, marked, markedWithout }] of lookAlikes) {
    const shares = [marked, markedWithout].map((count) => shareText(count / Math.max(1, moved)));
    await terminal.out(`  ${kind.padEnd(32)} ${shares.join(', ')} of ${countText(moved)}`);
  }
}

async function printFingerprints(study: FingerprintStudy, terminal: Out): Promise<void> {
  const figures = study.figures();
  const share = (part: number, of: number): string =>
    `${countText(part)} of ${countText(of)} = ${of === 0 ? '–' : shareText(part / of)}`;
  await terminal.out('');
  await terminal.out('Fingerprints:');
  await terminal.out(`  unwanted mails with too little text: ${share(figures.short, figures.unwanted)}`);
  await terminal.out(
    `  with one mail of a campaign listed, its others found: ${share(figures.found, figures.pairs)}; one vote for each of ${countText(figures.campaigns)} campaigns: ${shareText(figures.foundByCampaign)}`,
  );
  await terminal.out(
    `  with every second unwanted mail listed, others marked: ${share(figures.markedBefore, figures.later)} without, ${share(figures.markedWith, figures.later)} with it`,
  );
  await terminal.out(
    `  good mails taken for a copy with all unwanted ones listed: ${share(figures.mistaken.length, figures.good)}; marked if each were itself reported: ${share(figures.markedIfReported, figures.good)}`,
  );
  for (const name of figures.mistaken) await terminal.out(`    ${plainText(name, 120)}`);
}
