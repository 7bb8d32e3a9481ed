import type { MessageKey } from '../../../platform/texts/texts.ts';
import { type DayStatistics, MAX_KEPT_DAYS } from '../../../protocol/statistics-messages.ts';
import {
  FAILED_OUTCOME_TEXTS,
  latestOnly,
  type LoadFailure,
  outcomeOf,
  run,
  storedAnswer,
} from '../../background-answers.ts';
import type { BackgroundLink } from '../../background-link.ts';
import { type Child, el, svg } from '../../element.ts';
import type { PageContext } from '../../page-context.ts';
import { PartState } from '../../part-state.ts';
import { redraw } from '../../redraw.ts';
import { statusLine } from '../../status-line.tsx';
import { unready } from '../../unready.tsx';
import type { Section } from '../parts/section.ts';

interface StatisticsReady {
  readonly kind: 'ready';
  readonly days: readonly DayStatistics[];
  readonly keptDays: number;
  readonly said: string;
}

const SHOWN_DAYS = 30;

export function startStatistics(
  body: HTMLElement,
  { ask }: BackgroundLink,
  context: () => PageContext,
): Section {
  const state = new PartState<StatisticsReady, { readonly kind: 'loading' | LoadFailure }>(
    { kind: 'ready', days: [], keptDays: MAX_KEPT_DAYS, said: '' },
    { kind: 'loading' },
    draw,
  );

  function draw(): void {
    const { now: shown } = state;
    redraw(body, shown.kind === 'ready' ? view(shown, count, context()) : unready(shown.kind, context()));
  }

  const load = latestOnly(
    () => storedAnswer(ask({ type: 'get-statistics' })),
    (answer) => {
      if (typeof answer === 'string') state.showNot({ kind: answer });
      else state.show(answer);
    },
  );

  function count(isOn: boolean): void {
    run(async () => {
      const outcome = await outcomeOf(ask({ type: 'count-links', isOn }));
      await load();
      const done = isOn ? 'stats_started' : 'stats_stopped';
      state.change({ said: context().texts.text(outcome === 'done' ? done : FAILED_OUTCOME_TEXTS[outcome]) });
    });
  }

  return { load, draw };
}

function view(
  { days, keptDays, said }: StatisticsReady,
  count: (isOn: boolean) => void,
  context: PageContext,
): Child {
  const { texts, administered } = context;
  const shown = days.slice(-SHOWN_DAYS).toReversed();
  const isOff = keptDays === 0;
  return [
    statusLine(said, null, context),
    shown.length > 0 && picture(shown, context),
    ...(administered.countsStatistics
      ? [
          shown.length > 0 ? null : (
            <p className="empty">{texts.text(isOff ? 'stats_off' : 'stats_empty')}</p>
          ),
          <p id="stats-count" className="actions">
            <button type="button" onclick={() => count(isOff)}>
              {texts.text(isOff ? 'stats_start' : 'stats_stop')}
            </button>
          </p>,
        ]
      : [<p className="hint">{texts.text('stats_off_by_administrator')}</p>]),
  ].filter((node) => node !== null);
}

/** A table whose rows are bars, so that screen readers need no second text. */
function picture(days: readonly DayStatistics[], { texts, formats, now }: PageContext): HTMLElement {
  const most = Math.max(...days.map(({ links }) => links));
  const bar = (name: string, x: number, width: number): SVGElement =>
    svg('rect', { class: `is-${name}`, x, width, height: 1 });
  const head = (key: MessageKey): HTMLElement => <th scope="col">{texts.text(key)}</th>;
  const row = ({ day, links, danger, caution }: DayStatistics): HTMLElement => (
    <tr>
      <th scope="row">{formats.day(Date.parse(`${day}T12:00:00`) / 1000, now)}</th>
      {[links, danger, caution].map((count) => (
        <td>{formats.number(count)}</td>
      ))}
      <td>
        {svg(
          'svg',
          { class: 'bars', viewBox: `0 0 ${most} 1`, preserveAspectRatio: 'none', 'aria-hidden': 'true' },
          bar('links', 0, links),
          bar('danger', 0, danger),
          bar('caution', danger, caution),
        )}
      </td>
    </tr>
  );
  const columns = ['stats_day', 'stats_links_head', 'level_danger', 'level_caution'] as const;
  return (
    <div className="scroll" tabIndex={0} role="region" aria-labelledby="statistics-title">
      <table>
        <thead>
          <tr>
            {columns.map(head)}
            <td />
          </tr>
        </thead>
        <tbody>{days.map(row)}</tbody>
      </table>
    </div>
  );
}
