import { FORMAT_TAGS } from '../../platform/texts/texts.ts';
import { el } from '../element.ts';
import { outside } from '../outside.tsx';
import type { PageContext } from '../page-context.ts';
import type { Sentence } from '../status-sentences.ts';
import type { CheckState } from './check-state.ts';
import { outcomeOf, type OutcomeLevel } from './outcome.ts';

/** Speaks of the newest answers. Not stored, because changed rules and lists change verdicts. */
export function summarySentence(
  { items, checked, channels, said }: CheckState,
  context: PageContext,
): Sentence {
  const { texts } = context;
  const newest = items.filter(({ id }) => checked.includes(id));
  const levels = newest.flatMap(({ progress }) =>
    progress.kind === 'done' ? outcomeOf(progress.message, channels, context).level : [],
  );
  const count = (level: OutcomeLevel): number => levels.filter((each) => each === level).length;
  const counted = (
    [
      ['check_done', levels.length],
      ['check_done_danger', count('danger')],
      ['check_done_caution', count('caution')],
      ['check_done_unchecked', count('unchecked')],
    ] as const
  ).flatMap(([key, many]) => (many === 0 ? [] : [[texts.count(key, many)]]));
  const unread = newest.flatMap(({ name, progress }) =>
    progress.kind === 'failed' ? [name === '' ? texts.text('check_pasted') : name] : [],
  );
  const names = new Intl.ListFormat(FORMAT_TAGS[texts.language])
    .formatToParts(unread)
    .map(({ type, value }) => (type === 'element' ? outside(value) : value));
  const failed = texts.countPieces('check_done_failed', unread.length, <span>{names}</span>);
  const sentences: readonly Sentence[] = [
    ...counted,
    ...(unread.length === 0 ? [] : [failed]),
    ...(said.length === 0 ? [] : [said]),
  ];
  return sentences.flatMap((sentence, index) => (index === 0 ? sentence : [texts.gap, ...sentence]));
}
