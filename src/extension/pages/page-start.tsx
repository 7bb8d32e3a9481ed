import { loadTexts } from '../platform/load-texts.ts';
import { ask } from '../platform/message-bus.ts';
import type { Texts } from '../platform/texts/texts.ts';
import type { CurrentPreferences } from '../protocol/preference-messages.ts';
import { answerOrNull, run } from './background-answers.ts';
import { el } from './element.ts';
import { pageContext } from './page-context.ts';
import { redraw } from './redraw.ts';
import { withLoadingState } from './with-loading-state.ts';
import { unready } from './unready.tsx';

export interface PageStart {
  /** In the chosen language, or the browser's if unknown. */
  readonly texts: Texts;
  /** Null if the background did not answer. */
  readonly preferences: CurrentPreferences | null;
}

/** Shows a loading message in the browser's language until the preferences arrive. */
export async function pageStart(): Promise<PageStart> {
  let isOver = false;
  const preferences = await withLoadingState(answerOrNull(ask({ type: 'get-preferences' })), (kind) =>
    run(async () => {
      const texts = await loadTexts(null);
      if (isOver) return;
      document.documentElement.lang = texts.tag;
      redraw(document.body, <main>{unready(kind, pageContext(texts, Date.now() / 1000))}</main>);
    }),
  );
  isOver = true;
  document.body.replaceChildren();
  const texts = await loadTexts(preferences?.language ?? null);
  document.documentElement.lang = texts.tag;
  return { texts, preferences };
}
