import type { Verdict } from '../../../core/verdict/verdict.ts';
import type { ContentCaller } from '../../platform/message-bus.ts';
import type { CheckLinks, LinkVerdict } from '../../protocol/link-messages.ts';

/** Can neither change nor delay verdicts. */
export interface LinkWatcher {
  readonly asked?: (request: CheckLinks, caller: ContentCaller) => void;
  /** In the order of the links. Not called after an exception. */
  readonly judged?: (request: CheckLinks, caller: ContentCaller, verdicts: readonly Verdict[]) => void;
  /**
   * Once per request, even after an exception.
   *
   * @param fresh - verdicts on links new to this frame, each once
   */
  readonly ended?: (fresh: readonly Verdict[], caller: ContentCaller) => void;
}

export interface Checked {
  readonly answer: readonly LinkVerdict[];
  readonly fresh: readonly Verdict[];
}

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

/** A failing watcher must not cost a verdict. */
function unhindered(watch: () => void): void {
  try {
    watch();
  } catch (error) {
    console.error('Spamlight: a watcher ended in an exception', error);
  }
}
