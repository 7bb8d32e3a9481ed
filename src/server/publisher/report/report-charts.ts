import { CATEGORIES } from '../../../core/verdict/verdict.ts';
import { countText, shareText, timeText } from '../../node/terminal/numbers.ts';
import { plainText } from '../../node/terminal/plain-text.ts';
import type { BuildReport, ReportedFeed } from './build-report.ts';
import { barChart, changeChart, lineChart } from './charts.ts';
import { html, type Markup } from './markup.ts';

export interface PastEntries {
  /** Unix seconds. */
  readonly publishedAt: number;
  readonly entries: number;
}

export function feedCharts({ feeds }: BuildReport): Markup {
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

export function categoryChart({ sections }: BuildReport): Markup {
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

export function changeSection({ feeds, goneFeeds, changes, epoch }: BuildReport): Markup {
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

export function ageChart({ ages }: BuildReport): Markup {
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

export function timeLine({ publishedAt, entries }: BuildReport, past: readonly PastEntries[]): Markup | null {
  const points = [...past, { publishedAt, entries }].map((one) => ({
    time: one.publishedAt,
    value: one.entries,
  }));
  if (points.length < 2) return null;
  return html`<h2>Entries over time</h2>
    ${lineChart('Entries over time', points)}`;
}
