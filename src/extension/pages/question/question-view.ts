import { unreadLayer } from '../../platform/address-parts.ts';
import { aboutOf, adviceKey, goOnKey, levelOf, titleKey } from '../../platform/texts/question-keys.ts';
import { uncheckedKey } from '../../platform/texts/reason-keys.ts';
import type { FirstAidAbout } from '../../protocol/first-aid-messages.ts';
import type { GuardView } from '../../protocol/question-messages.ts';
import { shownLayer } from '../../protocol/shown-layer.ts';
import { el, withAttributes, type Child } from '../element.ts';
import { icon } from '../icon.ts';
import { shownAddress } from '../outside.ts';
import type { PageContext } from '../page-context.ts';
import { supportSentence } from '../unless-locked.ts';
import { reasonSentences } from '../verdict-sentences.ts';

export interface QuestionActions {
  readonly answer: (goOn: boolean) => void;
  readonly openFirstAid: (about: FirstAidAbout) => void;
}

/** Maximum characters; the registrable domain is never cut. */
const SHOWN_ADDRESS = 120;

/**
 * Asks about a stopped click in our own page, if the message's document cannot.
 *
 * @param isSettling - the question just appeared: input is ignored
 */
export function questionView(
  view: GuardView,
  isSettling: boolean,
  actions: QuestionActions,
  context: PageContext,
): HTMLElement {
  const { texts } = context;
  const support = supportSentence(context);
  const goOn = goOnKey(view);
  return withAttributes(
    el(
      'main',
      { className: `card question-card ${levelOf(view)}${isSettling ? ' settling' : ''}` },
      el(
        'header',
        { className: 'question-title' },
        icon(levelOf(view)),
        el('h1', { id: 'question-title' }, texts.text(titleKey(view))),
      ),
      el(
        'div',
        { id: 'question-text', className: 'question-text' },
        el('p', {}, ...whyOf(view, context)),
        el('p', { className: 'hint' }, texts.text(isMail(view) ? 'card_writes_to' : 'card_leads_to')),
        el('p', { className: 'question-address' }, destinationShown(view)),
        view.kind === 'refuse' ? el('p', {}, texts.text('guard_disabled')) : null,
        'answer' in view ? el('p', { className: 'hint' }, texts.text(adviceKey(view.answer))) : null,
        el('p', { className: 'hint' }, texts.text('question_window')),
      ),
      support.length === 0 ? null : el('p', { className: 'hint' }, ...support),
      el(
        'p',
        { className: 'actions' },
        el(
          'button',
          { type: 'button', id: 'back', className: 'primary', onclick: () => actions.answer(false) },
          texts.text('guard_back'),
        ),
        goOn === null
          ? null
          : el(
              'button',
              { type: 'button', id: 'go-on', className: 'quiet', onclick: () => actions.answer(true) },
              texts.text(goOn),
            ),
      ),
      'answer' in view && view.answer.verdict.kind === 'flagged'
        ? el(
            'p',
            { className: 'actions' },
            el(
              'button',
              {
                type: 'button',
                className: 'quiet',
                onclick: () => actions.openFirstAid(aboutOf(view.answer)),
              },
              texts.text('guard_first_aid'),
            ),
          )
        : null,
    ),
    { 'aria-labelledby': 'question-title', 'aria-describedby': 'question-text' },
  );
}

function whyOf(view: GuardView, context: PageContext): readonly Child[] {
  const { texts } = context;
  if (!('answer' in view)) return [texts.text(view.kind === 'checking' ? 'guard_checking' : 'guard_slow')];
  const { verdict } = view.answer;
  if (verdict.kind === 'unchecked') return [texts.text(uncheckedKey(verdict.because))];
  const [worst] = verdict.kind === 'flagged' ? verdict.reasons : [];
  return worst === undefined ? [] : reasonSentences(worst, context).why;
}

/** Address of the flagged redirect layer, else of the last layer. */
function destinationShown(view: GuardView): HTMLElement {
  const layer = 'answer' in view ? shownLayer(view.answer) : null;
  return shownAddress(layer ?? unreadLayer(view.href), SHOWN_ADDRESS);
}

function isMail(view: GuardView): boolean {
  return /^mailto:/i.test(view.href);
}
