import type { Verdict } from '../../core/verdict/verdict.ts';
import type { ContentCaller } from '../../platform/message-bus.ts';
import type { CheckLinks } from '../../protocol/link-messages.ts';

/** Looks on while frames ask about links. It has no say in the verdicts, and cannot hold them up. */
export interface LinkWatcher {
  readonly asked?: (request: CheckLinks, caller: ContentCaller) => void;
  /**
   * Once for each question, however it ended.
   *
   * @param fresh - verdicts on links that were asked about for the first time in that frame, each once
   */
  readonly answered?: (fresh: readonly Verdict[], caller: ContentCaller) => void;
}

export interface Checked<Answer> {
  readonly answer: Answer;
  readonly fresh: readonly Verdict[];
}

/** Runs `work` before the eyes of the watchers. */
export async function watched<Answer>(
  watchers: readonly LinkWatcher[],
  request: CheckLinks,
  caller: ContentCaller,
  work: () => Promise<Checked<Answer>>,
): Promise<Answer> {
  for (const { asked } of watchers) unhindered(() => asked?.(request, caller));
  let fresh: readonly Verdict[] = [];
  try {
    const checked = await work();
    fresh = checked.fresh;
    return checked.answer;
  } finally {
    for (const { answered } of watchers) unhindered(() => answered?.(fresh, caller));
  }
}

/** A mistake in a watcher costs nobody a verdict. */
function unhindered(watch: () => void): void {
  try {
    watch();
  } catch (error) {
    console.error('Spamlight: a watcher ended in an exception', error);
  }
}
