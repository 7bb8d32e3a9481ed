import { openFirstAid } from '../../platform/installation.ts';
import { ask } from '../../platform/message-bus.ts';
import type { GuardView } from '../../protocol/question-messages.ts';
import { answerOrNull, run } from '../background-answers.ts';
import { pageContext } from '../page-context.ts';
import { pageStart } from '../page-start.tsx';
import { redraw } from '../redraw.ts';
import { questionView, type QuestionActions } from './question-view.tsx';

const LOOK_MS = 500;

/** Input is ignored: it was meant for what the screen showed before. */
const INERT_MS = 700;

const id = location.hash.slice(1);
const { texts, preferences } = await pageStart();
const context = pageContext(texts, Date.now() / 1000, preferences?.administered);
let shown = '';
let settling: ReturnType<typeof setTimeout> | null = null;

const actions: QuestionActions = {
  answer: (goOn) =>
    run(async () => {
      if (settling !== null) return;
      await answerOrNull(ask({ type: 'answer-question', id, goOn }).then(() => true as const));
      // Usually the background closes the window. If it is unreachable, the link does not open.
      window.close();
    }),
  openFirstAid: (about) => run(() => openFirstAid(about)),
};

function draw(view: GuardView): void {
  redraw(document.body, questionView(view, settling !== null, actions, context));
}

function settle(view: GuardView): void {
  if (settling !== null) clearTimeout(settling);
  settling = setTimeout(() => {
    settling = null;
    draw(view);
  }, INERT_MS);
  draw(view);
}

async function look(): Promise<void> {
  const answer = await answerOrNull(ask({ type: 'get-question', id }));
  // The question was answered elsewhere, or is no longer needed.
  if (answer?.view === null) return window.close();
  if (answer !== null && JSON.stringify(answer.view) !== shown) {
    const isFirst = shown === '';
    shown = JSON.stringify(answer.view);
    settle(answer.view);
    document.title = document.querySelector('h1')?.textContent ?? '';
    if (isFirst) document.querySelector<HTMLElement>('#back')?.focus();
  }
  setTimeout(() => run(look), LOOK_MS);
}

addEventListener('keydown', ({ key }) => {
  if (key === 'Escape') actions.answer(false);
});
await look();
