import type { Verdict } from '../../../core/verdict/verdict.ts';
import type { ContentCaller } from '../../platform/message-bus.ts';
import type { CheckLinks, LinkVerdict } from '../../protocol/link-messages.ts';

/** Observes link checks. Can neither change nor delay verdicts. */
export interface LinkWatcher {
  readonly onRequest?: (request: CheckLinks, caller: ContentCaller) => void;
  /** `verdicts` are in the order of the links. Not called if the check throws. */
  readonly onVerdicts?: (request: CheckLinks, caller: ContentCaller, verdicts: readonly Verdict[]) => void;
  /**
   * Called once per request, even if the check throws.
   *
   * @param fresh - verdicts on links new to this frame, each once
   */
  readonly onEnd?: (fresh: readonly Verdict[], caller: ContentCaller) => void;
}

export interface CheckResult {
  readonly answer: readonly LinkVerdict[];
  readonly fresh: readonly Verdict[];
}

export async function runWatched(
  watchers: readonly LinkWatcher[],
  request: CheckLinks,
  caller: ContentCaller,
  work: () => Promise<CheckResult>,
): Promise<readonly LinkVerdict[]> {
  for (const { onRequest } of watchers) callSafely(() => onRequest?.(request, caller));
  let fresh: readonly Verdict[] = [];
  try {
    const checked = await work();
    fresh = checked.fresh;
    const verdicts = checked.answer.map(({ verdict }) => verdict);
    for (const { onVerdicts } of watchers) callSafely(() => onVerdicts?.(request, caller, verdicts));
    return checked.answer;
  } finally {
    for (const { onEnd } of watchers) callSafely(() => onEnd?.(fresh, caller));
  }
}

function callSafely(watch: () => void): void {
  try {
    watch();
  } catch (error) {
    console.error('Spamlight: a watcher ended in an exception', error);
  }
}
