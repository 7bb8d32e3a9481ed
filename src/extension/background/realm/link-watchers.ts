import type { Verdict } from '../../../core/verdict/verdict.ts';
import type { ContentCaller } from '../../platform/message-bus.ts';
import type { CheckLinks, LinkVerdict } from '../../protocol/link-messages.ts';

/** Looks on while frames ask about links. It has no say in the verdicts, and cannot hold them up. */
export interface LinkWatcher {
  readonly asked?: (request: CheckLinks, caller: ContentCaller) => void;
  /**
   * The verdicts on all links of a question, in their order; not if it ended in an exception.
   */
  readonly judged?: (request: CheckLinks, caller: ContentCaller, verdicts: readonly Verdict[]) => void;
  /**
   * Once for each question, however it ended.
   *
   * @param fresh - verdicts on links that were asked about for the first time in that frame, each once
   */
  readonly ended?: (fresh: readonly Verdict[], caller: ContentCaller) => void;
}

export interface Checked {
  readonly answer: readonly LinkVerdict[];
  readonly fresh: readonly Verdict[];
}

/** Runs `work` before the eyes of the watchers. */
export async function watched(
  watchers: readonly LinkWatcher[],
  request: CheckLinks,
  caller: ContentCaller,
  work: () => Promise<Checked>,
): Promise<readonly LinkVerdict[]> {
  for (const { asked } of watchers) unhindered(() => asked?.(request, caller));
  let fresh: readonly Verdict[] = [];
  try {
    const checked = await work();
    fresh = checked.fresh;
    const verdicts = checked.answer.map(({ verdict }) => verdict);
    for (const { judged } of watchers) unhindered(() => judged?.(request, caller, verdicts));
    return checked.answer;
  } finally {
    for (const { ended } of watchers) unhindered(() => ended?.(fresh, caller));
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
