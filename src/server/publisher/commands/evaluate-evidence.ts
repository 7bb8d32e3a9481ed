import { writeFile } from 'node:fs/promises';
import type { MessageList } from '../../../core/mail/judge-mail.ts';
import { packagedTables, tablesWithoutLearntRows } from '../../../core/evidence/evidence-tables.ts';
import { countText, shareText } from '../../node/terminal/numbers.ts';
import { plainText } from '../../node/terminal/plain-text.ts';
import type { Terminal } from '../../node/terminal/terminal.ts';
import {
  curveOf,
  curveSvg,
  evidenceRows,
  missedBecause,
  reasonCounts,
  type Share,
} from '../evaluate/evidence-figures.ts';
import type { FingerprintFigures } from '../evaluate/fingerprint-run.ts';
import { EvidenceRun, type HideablePart } from '../evaluate/evidence-run.ts';
import { crossValidateThreshold } from '../evaluate/cross-validate-threshold.ts';

export interface EvidenceFlags {
  readonly why?: true;
  readonly curve?: string;
  readonly adapt?: true;
  readonly halves?: true;
  readonly fingerprints?: true;
  readonly withoutDevRows?: true;
  readonly reader?: string;
  readonly without?: readonly HideablePart[];
  readonly attached?: readonly string[];
  readonly authservId?: readonly string[];
}

/** @param list - null: only packaged evidence */
export function evidenceRun(
  { why, adapt, fingerprints, withoutDevRows, reader, without, attached, authservId }: EvidenceFlags,
  list: MessageList | null,
): EvidenceRun {
  return new EvidenceRun({
    tables: withoutDevRows === true ? tablesWithoutLearntRows() : (list?.tables ?? packagedTables()),
    list,
    reader: reader?.toLowerCase() ?? null,
    without: without ?? [],
    attached: attached ?? [],
    servers: authservId ?? [],
    adapts: adapt === true,
    compares: fingerprints === true,
    weighs: why === true,
  });
}

export async function printEvidence(
  run: EvidenceRun,
  { why, curve, adapt, halves }: EvidenceFlags,
  terminal: Terminal,
): Promise<void> {
  await terminal.out('');
  await terminal.out(
    'Evidence alone, marked of messages with a link (bounds at 95 %); with a web link; of all; by campaign:',
  );
  for (const { label, source, linked, webLinked, all, campaigns, asked } of evidenceRows(run.results)) {
    await terminal.out(
      `  ${plainText(label, 20).padEnd(8)} ${plainText(source, 40).padEnd(24)} ${withBounds(linked)}; ${bare(webLinked)}; ${bare(all)}; ${bare(campaigns)}; asked ${countText(asked)}`,
    );
  }
  if (why === true) await printWhy(run, terminal);
  if (halves === true) await printHalves(run, terminal);
  if (adapt === true) {
    const phishing = run.results.filter(({ label, hasLinks }) => label === 'phish' && hasLinks).length;
    await terminal.out('');
    await terminal.out('Phishing still marked after its sender’s free moves:');
    for (const [moves, marked] of run.marksAfter) {
      await terminal.out(`  ${moves.padEnd(32)} ${shareText(marked / Math.max(1, phishing))}`);
    }
    await terminal.out('');
    await terminal.out(
      'Phishing whose name names a brand, moved to a look-alike domain: marked, and marked without B2:',
    );
    for (const [kind, { moved, marked, markedWithout }] of run.lookAlikes) {
      const shares = [marked, markedWithout].map((count) => shareText(count / Math.max(1, moved)));
      await terminal.out(`  ${kind.padEnd(32)} ${shares.join(', ')} of ${countText(moved)}`);
    }
  }
  if (run.fingerprints !== null) await printFingerprints(run.fingerprints.figures(), terminal);
  if (curve !== undefined) await writeFile(curve, curveSvg(curveOf(run.results)));
}

async function printHalves({ results }: EvidenceRun, terminal: Terminal): Promise<void> {
  await terminal.out('');
  await terminal.out(
    'Each half at the threshold that the other would have chosen (1 in 2,000 of each source):',
  );
  for (const { half, threshold, phishing, good } of crossValidateThreshold(results)) {
    await terminal.out(
      `  ${half} half at ${threshold ?? 'none that keeps to it'}: phishing ${withBounds(phishing)}; good ${good
        .map(({ source, marked }) => `${plainText(source, 40)} ${marked.marked} of ${countText(marked.of)}`)
        .join(', ')}`,
    );
  }
}

async function printFingerprints(figures: FingerprintFigures, terminal: Terminal): Promise<void> {
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

async function printWhy({ results, lostWithout }: EvidenceRun, terminal: Terminal): Promise<void> {
  const totals = new Map<string, number>();
  for (const { label, hasLinks } of results) if (hasLinks) totals.set(label, (totals.get(label) ?? 0) + 1);
  await terminal.out('');
  await terminal.out(
    'How often each reason fires in messages with a link, and how many phishing mails are lost without it:',
  );
  for (const { id, counts } of reasonCounts(results)) {
    const cells = [...totals].map(
      ([label, total]) =>
        `${plainText(label, 20)} ${countText(counts[label] ?? 0)} = ${shareText((counts[label] ?? 0) / total)}`,
    );
    await terminal.out(`  ${id.padEnd(4)} ${cells.join('  ')}  lost ${countText(lostWithout.get(id) ?? 0)}`);
  }
  await terminal.out('');
  await terminal.out('Phishing with a link that is missed, by the first of these that holds:');
  for (const { because, count } of missedBecause(results)) {
    await terminal.out(`  ${because.padEnd(52)} ${countText(count)}`);
  }
  await terminal.out('');
  await terminal.out('Good messages that are marked:');
  for (const { source, label, id, scored } of results) {
    if (label !== 'ham' || !scored.isMarked) continue;
    const reasons = scored.reasons.map((reason) => `${reason.id} ${reason.points}`).join(', ');
    await terminal.out(`  ${plainText(source, 60)} ${plainText(id, 80)}: ${scored.points} (${reasons})`);
  }
}

function withBounds(share: Share): string {
  return `${bare(share)} (${shareText(share.low)} to ${shareText(share.high)})`;
}

function bare({ marked, of }: Share): string {
  return `${countText(Math.round(marked))} of ${countText(of)} = ${of === 0 ? '–' : shareText(marked / of)}`;
}
