import { CATEGORIES } from '../../core/verdict/verdict.ts';
import {
  bytesText,
  counted,
  countText,
  durationText,
  shareText,
  timeText,
} from '../../node/terminal/numbers.ts';
import { plainText } from '../../node/terminal/plain-text.ts';
import type { BuildReport, ReportedDrop, ReportedFeed } from './build-report.ts';
import { barChart, changeChart, lineChart } from './charts.ts';
import { html, Markup } from './markup.ts';

/** Earlier publications, for the line over time. */
export interface PastEntries {
  /** Unix time, seconds. */
  readonly publishedAt: number;
  readonly entries: number;
}

/** Lines shown of one feed and reason; the JSON beside the page has more. */
const SHOWN_LINES = 20;

const STYLE = `
:root{color-scheme:light dark;--ink:#1b1f24;--soft:#57606a;--line:#d0d7de;--paper:#fff;--a:#2f6f9f;--b:#9cc3de;--in:#2e7d4f;--out:#b3492d}
@media(prefers-color-scheme:dark){:root{--ink:#e6edf3;--soft:#9aa4ae;--line:#30363d;--paper:#0d1117;--a:#6cb0e0;--b:#2c5470;--in:#6fbf8b;--out:#e08a6f}}
body{font:16px/1.5 system-ui,sans-serif;color:var(--ink);background:var(--paper);max-width:62rem;margin:0 auto;padding:1.5rem}
h1{font-size:1.5rem;margin:0}h2{font-size:1.15rem;margin:2.2rem 0 .6rem}p{margin:.4rem 0}
.soft{color:var(--soft)}.figures{display:flex;flex-wrap:wrap;gap:1.5rem;margin:1.2rem 0}.figures b{display:block;font-size:1.5rem}
table{border-collapse:collapse;width:100%;font-size:.9rem}th,td{text-align:left;padding:.3rem .6rem;border-bottom:1px solid var(--line);vertical-align:top}
td.n,th.n{text-align:right;font-variant-numeric:tabular-nums}.wide{overflow-x:auto}
svg{width:100%;height:auto;font-size:12px;fill:var(--ink)}svg .label{text-anchor:end}svg .s0{fill:var(--a)}svg .s1{fill:var(--b)}svg .in{fill:var(--in)}svg .out{fill:var(--out)}
svg line{stroke:var(--line)}svg path{fill:none;stroke:var(--a);stroke-width:2}
code{font:.85rem ui-monospace,monospace;overflow-wrap:anywhere}li{margin:.15rem 0}details{margin:.3rem 0}summary{cursor:pointer}
.heat td{text-align:center;font-size:.75rem;padding:.25rem}.heat th{font-size:.75rem;font-weight:400}
`;

/** The report as one page without scripts or anything loaded: it can be mailed, printed and kept. */
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
        ${report.warnings.map((warning) => html`<p>Note: ${plainText(warning)}</p>`)} ${feedCharts(report)}
        ${categoryChart(report)} ${changeSection(report)} ${ageChart(report)} ${timeLine(report, past)}
        ${overlapTable(report)} ${sectionTable(report)} ${knownGoodSection(report)} ${droppedSection(report)}
      </body>
    </html> `;
  return `${page.text.replaceAll(/\n\s+/g, '\n')}\n`;
}

function figure(value: string, what: string): Markup {
  return html`<div><b>${value}</b>${what}</div>`;
}

function feedCharts({ feeds }: BuildReport): Markup {
  const rows = feeds.map(
    (feed) =>
      html`<tr>
          <td><bdi>${plainText(feed.name)}</bdi></td>
          <td>${feed.category}${feed.reviewed ? ', reviewed' : ''}</td>
          <td>${plainText(feed.licence)}</td>
          <td>
            ${feed.fetchedAt === null ? 'never' : timeText(feed.fetchedAt)}${feed.copy === 'last-good' ? ' (last good copy)' : ''}
          </td>
          <td class="n">${countText(feed.lines)}</td>
          <td class="n">${countText(feed.entries)}</td>
          <td class="n">${shareText(feed.entries === 0 ? 0 : feed.onlyHere / feed.entries)}</td>
        </tr>
        ${feed.remarks.map(
          (remark) =>
            html`<tr>
              <td></td>
              <td colspan="6">${plainText(remark)}</td>
            </tr>`,
        )}`,
  );
  return html`<h2>Entries by feed</h2>
    ${barChart(
      'Entries by feed',
      byEntries(feeds).map(({ name, entries, onlyHere }) => ({
        label: plainText(name),
        values: [onlyHere, entries - onlyHere],
        note: countText(entries),
      })),
      ['in no other feed', 'in others too'],
    )}
    <div class="wide">
      <table>
        <tr>
          <th>feed</th>
          <th>lists</th>
          <th>licence</th>
          <th>fetched</th>
          <th class="n">lines</th>
          <th class="n">entries</th>
          <th class="n">only here</th>
        </tr>
        ${rows}
      </table>
    </div>`;
}

function byEntries(feeds: readonly ReportedFeed[]): readonly ReportedFeed[] {
  return feeds.toSorted((a, b) => b.entries - a.entries);
}

function categoryChart({ sections }: BuildReport): Markup {
  const entries = (category: string, action: string): number =>
    sections
      .filter((section) => section.category === category && section.action === action)
      .reduce((sum, section) => sum + section.entries, 0);
  return html`<h2>Entries by category</h2>
    ${barChart(
      'Entries by category',
      CATEGORIES.map((category) => ({
        label: category,
        values: [entries(category, 'danger'), entries(category, 'caution')],
      })),
      ['danger', 'caution'],
    )}`;
}

function changeSection({ feeds, goneFeeds, changes, epoch }: BuildReport): Markup {
  if (changes.added === null) return html``;
  const rows = [
    ...byEntries(feeds).map(({ name, addedEntries, removedEntries }) => ({
      label: plainText(name),
      added: addedEntries ?? 0,
      removed: removedEntries ?? 0,
    })),
    ...goneFeeds.map(({ name, removedEntries }) => ({
      label: plainText(name),
      added: 0,
      removed: removedEntries,
    })),
  ].filter(({ added, removed }) => added + removed > 0);
  return html`<h2>In and out since the last build</h2>
    ${epoch.newBecause === null ? null : html`<p>A new hash key was begun with this build, so what went out cannot be counted.</p>`}
    ${rows.length === 0 ? html`<p>Every feed lists what it listed then.</p>` : changeChart('Entries in and out by feed', rows)}
    ${examples('Some that came in', changes.addedExamples)}
    ${examples('Some that went out', changes.removedExamples)}`;
}

function examples(title: string, texts: readonly string[]): Markup | null {
  if (texts.length === 0) return null;
  return html`<details>
    <summary>${title}</summary>
    <ul>
      ${texts.map((text) => html`<li><code>${text}</code></li>`)}
    </ul>
  </details>`;
}

function ageChart({ ages }: BuildReport): Markup {
  let from = 0;
  const bars = ages.map(({ upTo, entries }) => {
    const label =
      upTo === null
        ? `more than ${from - 1} days`
        : upTo === 0
          ? 'today'
          : upTo === from
            ? `${upTo} day`
            : `${from} to ${upTo} days`;
    from = (upTo ?? 0) + 1;
    return { label, values: [entries] };
  });
  return html`<h2>How long entries have been listed</h2>
    ${barChart('Entries by age', bars)}
    <p class="soft">Since this publisher first saw them.</p>`;
}

function timeLine({ publishedAt, entries }: BuildReport, past: readonly PastEntries[]): Markup | null {
  const points = [...past, { publishedAt, entries }].map((one) => ({
    time: one.publishedAt,
    value: one.entries,
  }));
  if (points.length < 2) return null;
  return html`<h2>Entries over time</h2>
    ${lineChart('Entries over time', points)}`;
}

/** Share of the row's feed that the column's feed lists too. */
function overlapTable({ feeds, overlap }: BuildReport): Markup | null {
  if (feeds.length < 2) return null;
  return html`<h2>Overlap of feeds</h2>
    <p class="soft">Of the feed in the row, the share that the feed in the column lists too.</p>
    <div class="wide">
      <table class="heat">
        <tr>
          <th></th>
          ${feeds.map((_, column) => html`<th>${column + 1}</th>`)}
        </tr>
        ${feeds.map(
          ({ name }, row) =>
            html`<tr>
              <th>${row + 1} <bdi>${plainText(name)}</bdi></th>
              ${feeds.map((_, column) => overlapCell(overlap, row, column))}
            </tr>`,
        )}
      </table>
    </div>`;
}

function overlapCell(overlap: BuildReport['overlap'], row: number, column: number): Markup {
  const all = overlap[row]?.[row] ?? 0;
  const both = overlap[row]?.[column] ?? 0;
  if (row === column || all === 0 || both === 0) return html`<td></td>`;
  const share = both / all;
  const percent = share < 0.01 ? '<1' : String(Math.round(share * 100));
  return html`<td
    title="${countText(both)} of ${countText(all)}"
    style="background:color-mix(in srgb,var(--a) ${Math.round(8 + share * 62)}%,transparent)"
  >
    ${percent}
  </td>`;
}

function sectionTable({ sections, entries, epoch }: BuildReport): Markup {
  return html`<h2>Sections</h2>
    <div class="wide">
      <table>
        <tr>
          <th>kind</th>
          <th>category</th>
          <th>action</th>
          <th>source group</th>
          <th class="n">entries</th>
          <th class="n">share</th>
          <th class="n">bits</th>
          <th class="n">in</th>
          <th class="n">out</th>
        </tr>
        ${sections.map(
          (section) =>
            html`<tr>
              <td>${section.kind}</td>
              <td>${section.category}</td>
              <td>${section.action}</td>
              <td><bdi>${plainText(section.group)}</bdi></td>
              <td class="n">${countText(section.entries)}</td>
              <td class="n">${shareText(entries === 0 ? 0 : section.entries / entries)}</td>
              <td class="n">${section.fingerprintBits}</td>
              <td class="n">${section.added === null ? '' : `+${countText(section.added)}`}</td>
              <td class="n">${section.removed === null ? '' : `−${countText(section.removed)}`}</td>
            </tr>`,
        )}
      </table>
    </div>
    <p class="soft">
      Hash key since ${timeText(epoch.startedAt)}, fingerprints made for ${countText(epoch.plannedEntries)}
      entries.
    </p>`;
}

function knownGoodSection({ knownGood }: BuildReport): Markup {
  const { lookedUp, excluded } = knownGood;
  return html`<h2>Known good sites</h2>
    <p>
      ${counted(lookedUp, 'host name')} of known good sites were looked up through the finished snapshot;
      ${excluded.length === 0 ? 'none was found.' : `${counted(excluded.length, 'was', 'were')} found, and excluded:`}
    </p>
    ${
      excluded.length === 0
        ? null
        : html`<ul>
            ${excluded.map(({ expression, groups }) => html`<li><code>${expression}</code> <span class="soft">listed by ${plainText(groups.join(', '))}</span></li>`)}
          </ul>`
    }`;
}

function droppedSection({ feeds, tooWeak, serial }: BuildReport): Markup {
  return html`<h2>What was refused, and why</h2>
    ${tooWeak === 0 ? null : html`<p>${counted(tooWeak, 'entry', 'entries')} weighed too little to be published.</p>`}
    ${feeds.map(({ name, dropped }) =>
      dropped.length === 0
        ? html``
        : html`<h3><bdi>${plainText(name)}</bdi></h3>
            ${dropped.map(droppedLines)}`,
    )}
    <p class="soft">More lines of each are in ${serial}.json beside this page.</p>`;
}

function droppedLines({ because, by, count, lines }: ReportedDrop): Markup {
  const what = by === 'line' ? 'could not be read' : 'dropped by a guard';
  const more =
    count > SHOWN_LINES && lines.length > 0
      ? html`<li class="soft">and ${countText(count - Math.min(SHOWN_LINES, lines.length))} more</li>`
      : null;
  return html`<details>
    <summary>${because}: ${countText(count)} <span class="soft">${what}</span></summary>
    <ul>
      ${lines.slice(0, SHOWN_LINES).map(({ line, text }) => html`<li>line ${line}: <code>${text}</code></li>`)}${more}
    </ul>
  </details>`;
}
