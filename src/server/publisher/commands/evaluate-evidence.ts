import { packagedTables } from '../../../core/evidence/evidence-tables.ts';
import type { MessageList } from '../../../core/mail/judge-mail.ts';
import { countText, shareText } from '../../node/terminal/numbers.ts';
import { plainText } from '../../node/terminal/plain-text.ts';
import type { Terminal } from '../../node/terminal/terminal.ts';
import { evidenceRows, missedBecause, reasonCounts, type Share } from '../evaluate/evidence-figures.ts';
import { EvidenceRun, type EvidenceResult, type HideablePart } from '../evaluate/evidence-run.ts';

export interface EvidenceFlags {
  readonly why?: true;
  readonly reader?: string;
  readonly without?: readonly HideablePart[];
  readonly authservId?: readonly string[];
}

/** @param list - null: only packaged evidence */
export function evidenceRun(
  { why, reader, without, authservId }: EvidenceFlags,
  list: MessageList | null,
): EvidenceRun {
  return new EvidenceRun({
    tables: list?.tables ?? packagedTables(),
    list,
    reader: reader?.toLowerCase() ?? null,
    without: without ?? [],
    servers: authservId ?? [],
    weighs: why === true,
  });
}

export async function printEvidence(
  results: readonly EvidenceResult[],
  terminal: Pick<Terminal, 'out'>,
): Promise<void> {
  await terminal.out(
    'Evidence alone, marked of messages with a link (bounds at 95 %); with a web link; of all; by campaign:',
  );
  for (const { label, source, linked, webLinked, all, campaigns, asked } of evidenceRows(results)) {
    await terminal.out(
      `  ${plainText(label, 20).padEnd(8)} ${plainText(source, 40).padEnd(24)} ${withBounds(linked)}; ${bare(webLinked)}; ${bare(all)}; ${bare(campaigns)}; asked ${countText(asked)}`,
    );
  }
}

export async function printWhy({ results, lostWithout }: EvidenceRun, terminal: Terminal): Promise<void> {
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
