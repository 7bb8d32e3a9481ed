import { bytesText, countText, durationText, timeText } from '../../node/terminal/numbers.ts';
import { plainText } from '../../node/terminal/plain-text.ts';
import type { BuildReport, ReportedChanges } from './build-report.ts';
import { html, Markup } from './markup.ts';
import {
  ageChart,
  categoryChart,
  changeSection,
  feedCharts,
  type PastEntries,
  timeLine,
} from './report-charts.ts';
import { droppedSection, knownGoodSection, overlapTable, sectionTable } from './report-tables.ts';

const STYLE = `
:root{color-scheme:light dark;--ink:#1b1f24;--soft:#57606a;--line:#d0d7de;--paper:#fff;--a:#2f6f9f;--b:#9cc3de;--in:#2e7d4f;--out:#b3492d}
@media(prefers-color-scheme:dark){:root{--ink:#e6edf3;--soft:#9aa4ae;--line:#30363d;--paper:#0d1117;--a:#6cb0e0;--b:#2c5470;--in:#6fbf8b;--out:#e08a6f}}
body{font:1rem/1.5 system-ui,sans-serif;color:var(--ink);background:var(--paper);max-width:62rem;margin:0 auto;padding:min(1.5rem,4vw);overflow-wrap:anywhere}
h1{font-size:1.5rem;margin:0}h2{font-size:1.15rem;margin:2.2rem 0 .6rem}p{margin:.4rem 0}
.soft{color:var(--soft)}.figures{display:flex;flex-wrap:wrap;gap:1.5rem;margin:1.2rem 0}.figures b{display:block;font-size:1.5rem}
table{border-collapse:collapse;width:100%;font-size:.9rem}th,td{text-align:left;padding:.3rem .6rem;border-bottom:1px solid var(--line);vertical-align:top}
td.n,th.n{text-align:right;font-variant-numeric:tabular-nums}.wide{overflow-x:auto}
svg{width:100%;height:auto;font-size:12px;fill:var(--ink)}svg .label{text-anchor:end}svg .s0{fill:var(--a)}svg .s1{fill:var(--b)}svg .in{fill:var(--in)}svg .out{fill:var(--out)}
svg line{stroke:var(--line)}svg path{fill:none;stroke:var(--a);stroke-width:2}
code{font:.85rem ui-monospace,monospace;overflow-wrap:anywhere}li{margin:.15rem 0}details{margin:.3rem 0}summary{cursor:pointer}
.heat td{text-align:center;font-size:.75rem;padding:.25rem}.heat th{font-size:.75rem;font-weight:400}
`;

/** Loads nothing, so that it can be mailed, printed and kept. */
export function reportPage(report: BuildReport, past: readonly PastEntries[]): string {
  const { serial, channel, publishedAt, changes } = report;
  const page = html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width" />
        <meta name="robots" content="noindex" />
        <title>${plainText(channel)}, serial ${serial}</title>
        <style>
          ${new Markup(STYLE)}
        </style>
      </head>
      <body>
        <h1><bdi>${plainText(channel)}</bdi>, serial ${serial}</h1>
        <p class="soft">
          Published ${timeText(publishedAt)}, built in ${durationText(report.tookSeconds * 1000)}. Addresses
          from feeds are written so that they cannot be clicked.
        </p>
        <div class="figures">
          ${figure(countText(report.entries), 'entries')} ${figure(bytesText(report.bytes), 'whole snapshot')}
          ${changes.added === null ? null : figure(`+${countText(changes.added)}`, 'new since the last build')}
          ${changes.removed === null ? null : figure(`−${countText(changes.removed)}`, 'gone since the last build')}
          ${figure(countText(report.knownGood.excluded.length), 'known good sites excluded')}
        </div>
        ${report.evidenceTables === null ? [] : report.evidenceTables.map(({ brand, domains }) => html`<p>Evidence tables: ${plainText(brand)} is also at ${plainText(domains.join(', '))}</p>`)}
        ${report.wordModelWords === null ? [] : html`<p>A model of words: ${countText(report.wordModelWords)}</p>`}
        ${report.ownChanges === null ? [] : [ownChangesLine(report.ownChanges)]}
        ${report.warnings.map((warning) => html`<p>Note: ${plainText(warning)}</p>`)} ${feedCharts(report)}
        ${categoryChart(report)} ${changeSection(report)} ${ageChart(report)} ${timeLine(report, past)}
        ${overlapTable(report)} ${sectionTable(report)} ${knownGoodSection(report)} ${droppedSection(report)}
      </body>
    </html> `;
  return `${page.text.replaceAll(/\n\s+/g, '\n')}\n`;
}

function ownChangesLine({ name, added, removed, dropped }: ReportedChanges): Markup {
  const refused = dropped.map(({ text, because }) => `${text} (${because})`).join(', ');
  return html`<p>
    ${plainText(name)}, the check service’s changes: ${countText(added)} added, ${countText(removed)} taken
    off${dropped.length === 0 ? '' : `; not taken in: ${plainText(refused)}`}.
  </p>`;
}

function figure(value: string, what: string): Markup {
  return html`<div><b>${value}</b>${what}</div>`;
}
