import type { ContentCaller, FrameHandlersOf } from '../../platform/message-bus.ts';
import type { CheckLinks, LINK_REQUESTS, LinkVerdict } from '../../protocol/link-messages.ts';
import type { ExpiryDismissal } from './expiry-dismissal.ts';
import type { LinkService } from './link-service.ts';
import { type LinkWatcher, runWatched } from '../realm/link-watchers.ts';
import type { QuietAnswers } from './quiet-answers.ts';

const PAUSED: LinkVerdict = {
  verdict: { kind: 'unchecked', because: 'paused', asks: false },
  layers: [],
  scopes: [],
};

export function linkHandlers({
  links,
  isPaused,
  watchers,
  quiet,
  expiry,
  withHead = (request) => Promise.resolve(request),
}: {
  readonly links: LinkService;
  readonly isPaused: (caller: ContentCaller) => Promise<boolean>;
  readonly watchers: readonly LinkWatcher[];
  readonly quiet: QuietAnswers;
  readonly expiry: ExpiryDismissal;
  /** Adds the head for frames that cannot read it. */
  readonly withHead?: ((request: CheckLinks, caller: ContentCaller) => Promise<CheckLinks>) | undefined;
}): FrameHandlersOf<typeof LINK_REQUESTS> {
  return {
    'check-links': async (asked, caller) => {
      if (await isPaused(caller)) return { verdicts: asked.links.map(() => PAUSED) };
      const request = await withHead(asked, caller);
      const answers = await runWatched(watchers, request, caller, () => links.check(request, caller));
      return { verdicts: await quiet.markQuiet(answers, request, caller) };
    },
    'dismiss-expiry': async (_request, { isPrivate }) => {
      // Private windows store nothing: the tab may show the sign again on another day.
      if (!isPrivate) await expiry.dismiss();
      return null;
    },
  };
}
