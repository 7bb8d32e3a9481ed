import type { ContentCaller, ContentHandlers } from '../../platform/message-bus.ts';
import type { LinkVerdict } from '../../protocol/link-messages.ts';
import type { LinkService } from './link-service.ts';
import { type LinkWatcher, watched } from './link-watchers.ts';
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
}: {
  readonly links: LinkService;
  readonly isPaused: (caller: ContentCaller) => Promise<boolean>;
  readonly watchers: readonly LinkWatcher[];
  readonly quiet: QuietAnswers;
}): Pick<ContentHandlers, 'check-links'> {
  return {
    'check-links': async (request, caller) => {
      if (await isPaused(caller)) return { verdicts: request.links.map(() => PAUSED) };
      const answers = await watched(watchers, request, caller, () => links.check(request, caller));
      return { verdicts: await quiet.of(answers, request, caller) };
    },
  };
}
