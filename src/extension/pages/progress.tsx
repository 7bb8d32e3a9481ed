import { el } from './element.ts';
import type { PageContext } from './page-context.ts';
import { progressLine, type Updating } from './status-sentences.ts';

export function progress(activity: Updating, context: PageContext): HTMLElement {
  const line = progressLine(activity, context);
  const bar = el('progress', { ariaLabel: line });
  if (activity.step === 'download' && activity.totalBytes > 0) {
    bar.max = activity.totalBytes;
    bar.value = Math.min(activity.receivedBytes, activity.totalBytes);
  }
  return (
    <div className="progress">
      {bar}
      <span>{line}</span>
    </div>
  );
}
