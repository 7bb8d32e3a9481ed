import { unreadLayer } from '../../platform/address-parts.ts';
import { aboutOf, adviceKey, goOnKey, levelOf, titleKey } from '../../platform/texts/question-keys.ts';
import { uncheckedKey } from '../../platform/texts/reason-keys.ts';
import type { FirstAidAbout } from '../../protocol/first-aid-messages.ts';
import type { GuardView } from '../../protocol/question-messages.ts';
import { shownLayer } from '../../protocol/shown-layer.ts';
import { el, type Child } from '../element.ts';
import { icon } from '../icon.ts';
import { shownAddress } from '../outside.tsx';
import type { PageContext } from '../page-context.ts';
import { supportSentence } from '../unless-locked.tsx';
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
  return (
    <main
      className={`card question-card ${levelOf(view)}${isSettling ? ' settling' : ''}`}
      aria-labelledby="question-title"
      aria-describedby="question-text"
    >
      <header className="question-title">
        {icon(levelOf(view))}
        <h1 id="question-title">{texts.text(titleKey(view))}</h1>
      </header>
      <div id="question-text" className="question-text">
        <p>{whyOf(view, context)}</p>
        <p className="hint">{texts.text(isMail(view) ? 'card_writes_to' : 'card_leads_to')}</p>
        <p className="question-address">{destinationShown(view)}</p>
        {view.kind === 'refuse' && <p>{texts.text('guard_disabled')}</p>}
        {'answer' in view && <p className="hint">{texts.text(adviceKey(view.answer))}</p>}
        <p className="hint">{texts.text('question_window')}</p>
      </div>
      {support.length !== 0 && <p className="hint">{support}</p>}
      <p className="actions">
        <button type="button" id="back" className="primary" onclick={() => actions.answer(false)}>
          {texts.text('guard_back')}
        </button>
        {goOn !== null && (
          <button type="button" id="go-on" className="quiet" onclick={() => actions.answer(true)}>
            {texts.text(goOn)}
          </button>
        )}
      </p>
      {'answer' in view && view.answer.verdict.kind === 'flagged' && (
        <p className="actions">
          <button type="button" className="quiet" onclick={() => actions.openFirstAid(aboutOf(view.answer))}>
            {texts.text('guard_first_aid')}
          </button>
        </p>
      )}
    </main>
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
