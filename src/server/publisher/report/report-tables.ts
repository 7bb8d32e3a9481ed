import { pluralize, countText, shareText, timeText } from '../../node/terminal/numbers.ts';
import { plainText } from '../../node/terminal/plain-text.ts';
import type { BuildReport, ReportedDrop } from './build-report.ts';
import { html, type Markup } from './markup.ts';

/** Per feed and reason; the JSON has more. */
const SHOWN_LINES = 20;

export function overlapTable({ feeds, overlap }: BuildReport): Markup | null {
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

export function sectionTable({ sections, entries, epoch }: BuildReport): Markup {
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

export function knownGoodSection({ knownGood }: BuildReport): Markup {
  const { lookedUp, excluded } = knownGood;
  return html`<h2>Known good sites</h2>
    <p>
      ${pluralize(lookedUp, 'host name')} of known good sites were looked up through the finished snapshot;
      ${excluded.length === 0 ? 'none was found.' : `${pluralize(excluded.length, 'was', 'were')} found, and excluded:`}
    </p>
    ${
      excluded.length === 0
        ? null
        : html`<ul>
            ${excluded.map(({ expression, groups }) => html`<li><code>${expression}</code> <span class="soft">listed by ${plainText(groups.join(', '))}</span></li>`)}
          </ul>`
    }`;
}

export function droppedSection({ feeds, tooWeak, serial }: BuildReport): Markup {
  return html`<h2>What was refused, and why</h2>
    ${tooWeak === 0 ? null : html`<p>${pluralize(tooWeak, 'entry', 'entries')} weighed too little to be published.</p>`}
    ${feeds.map(({ name, dropped, outsideRootZone }) =>
      dropped.length === 0 && outsideRootZone === 0
        ? html``
        : html`<h3><bdi>${plainText(name)}</bdi></h3>
            ${outsideRootZone === 0 ? null : html`<p>${pluralize(outsideRootZone, 'entry', 'entries')} outside the public DNS: lists for resolvers are made without.</p>`}
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
