import type { KeptReport } from './report.ts';

/** Needs no escaping, since no field can hold a tab. */
export function reportLine({ voted, vote, url }: KeptReport): string {
  return `${voted}\t${vote}\t${url}\n`;
}

export function parseReportLine(line: string): KeptReport | null {
  const [, voted, vote, url] = /^([\w-]{22})\t(spam|not-spam)\t([^\t]+)$/.exec(line) ?? [];
  if (voted === undefined || url === undefined) return null;
  return { voted, vote: vote === 'spam' ? 'spam' : 'not-spam', url };
}

interface Count {
  spam: number;
  notSpam: number;
  firstDay: string;
  lastDay: string;
}

/**
 * CSV, one row per link. `verdict` is `spam` or `not-spam` with more than two thirds of the votes, else `disputed`.
 *
 * @param days - ascending
 */
export function feedOf(days: readonly { readonly day: string; readonly lines: readonly string[] }[]): string {
  const counts = new Map<string, Count>();
  for (const { day, lines } of days) {
    for (const line of lines) {
      const kept = parseReportLine(line);
      if (kept === null) continue;
      const count = counts.get(kept.url) ?? { spam: 0, notSpam: 0, firstDay: day, lastDay: day };
      if (kept.vote === 'spam') count.spam++;
      else count.notSpam++;
      count.lastDay = day;
      counts.set(kept.url, count);
    }
  }
  const rows = Array.from(counts, ([url, count]) =>
    [quoted(url), verdictOf(count), count.spam, count.notSpam, count.firstDay, count.lastDay].join(','),
  );
  return `${['url,verdict,spam,not_spam,first_day,last_day', ...rows].join('\n')}\n`;
}

function verdictOf({ spam, notSpam }: Count): string {
  if (spam > notSpam * 2) return 'spam';
  return notSpam > spam * 2 ? 'not-spam' : 'disputed';
}

function quoted(text: string): string {
  return /[",]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
