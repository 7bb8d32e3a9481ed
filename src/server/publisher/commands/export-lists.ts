import { join } from 'node:path';
import type { Category } from '../../../core/verdict/verdict.ts';
import { pluralize, countText } from '../../node/terminal/numbers.ts';
import { Progress } from '../../node/terminal/progress.ts';
import { CommandFailed, orFail, writeOrFail, type Terminal } from '../../node/terminal/terminal.ts';
import type { Exported, ExportedEntry, LeftOut } from '../export/exported-entry.ts';
import { toAccessTable, toRspamdMaps } from '../export/mail-files.ts';
import { publishedEntries } from '../export/published-entries.ts';
import { toHostsFile, toPolicyZone, toUnboundFile } from '../export/resolver-files.ts';
import { readFeedsFile } from '../feeds/read-feeds-file.ts';

export const EXPORT_TARGETS = ['rspamd', 'postfix', 'rpz', 'hosts', 'unbound'] as const;
export type ExportTarget = (typeof EXPORT_TARGETS)[number];

export interface ExportListsOptions {
  readonly as: ExportTarget;
  readonly feeds: string;
  readonly out: string;
  readonly state?: string;
  readonly fetch: boolean;
  readonly caution?: true;
  readonly category?: readonly string[];
  readonly json?: true;
}

const LEFT_OUT: Readonly<Record<LeftOut, string>> = {
  page: 'single pages',
  sender: 'senders',
  'ip-address': 'IP addresses',
  name: 'names that this format cannot hold',
  ending: 'names whose ending is not in the root zone',
  character: 'with characters that could mean something else there',
};

export async function exportLists(options: ExportListsOptions, terminal: Terminal): Promise<void> {
  const feeds = orFail(await readFeedsFile(options.feeds));
  for (const { path, message } of feeds.warnings) terminal.note(`${options.feeds}: ${path} ${message}`);
  const out = options.out.replace(/(?<=.)[/\\]+$/, '');
  const progress = new Progress();
  let entries: readonly ExportedEntry[];
  try {
    entries = orFail(
      await publishedEntries({
        feeds,
        stateFolder: (options.state ?? `${out}.state`).replace(/(?<=.)[/\\]+$/, ''),
        fetches: options.fetch,
        threads: null,
        plannedEntries: null,
        falsePositiveRate: null,
        now: terminal.now(),
        signal: terminal.signal,
        progress,
      }),
    );
  } finally {
    progress.clear();
  }
  const wanted = entries.filter(
    ({ level, category }) => (options.caution === true || level === 'danger') && isWanted(category, options),
  );
  const exported = toTarget(options.as, wanted, terminal.now());
  // An empty list would seem to protect.
  if (exported.entries === 0) {
    throw new CommandFailed({
      kind: 'nothing-to-export',
      message: `${countText(entries.length)} entries would be published, and none of them can be exported: ${leftOutText(exported)}. ${options.out} was not changed.`,
    });
  }
  for (const { name, text } of exported.files) await writeOrFail(name === '' ? out : join(out, name), text);
  if (options.json === true) {
    await terminal.out(
      JSON.stringify({
        as: options.as,
        out: options.out,
        entries: exported.entries,
        leftOut: Object.fromEntries(exported.leftOut),
      }),
    );
    return;
  }
  const left = leftOutText(exported);
  await terminal.out(
    `${options.out}: ${pluralize(exported.entries, 'entry', 'entries')}${left === '' ? '' : `; left out: ${left}`}`,
  );
}

function isWanted(category: Category, { category: only }: ExportListsOptions): boolean {
  return only?.includes(category) ?? true;
}

function toTarget(as: ExportTarget, entries: readonly ExportedEntry[], now: number): Exported {
  switch (as) {
    case 'rspamd':
      return toRspamdMaps(entries);
    case 'postfix':
      return toAccessTable(entries);
    case 'rpz':
      return toPolicyZone(entries, now);
    case 'hosts':
      return toHostsFile(entries);
    case 'unbound':
      return toUnboundFile(entries);
  }
}

function leftOutText({ leftOut }: Exported): string {
  return Array.from(leftOut, ([because, count]) => `${countText(count)} ${LEFT_OUT[because]}`).join(', ');
}
