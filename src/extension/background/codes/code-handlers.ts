import type { CodeReader } from '../../platform/code-reader.ts';
import type { ContentCaller, FrameHandlersOf, PageHandlersOf } from '../../platform/message-bus.ts';
import type { CODE_REQUESTS } from '../../protocol/code-messages.ts';
import type { LinkService } from '../links/link-service.ts';

/** Per minute, over all tabs, so that no page can keep the machine busy. */
const MAX_PICTURES_PER_MINUTE = 40;

export function frameCodeHandlers({
  codes,
  isPaused,
  now,
}: {
  readonly codes: Pick<CodeReader, 'read'>;
  readonly isPaused: (caller: ContentCaller) => Promise<boolean>;
  readonly now: () => number;
}): FrameHandlersOf<typeof CODE_REQUESTS> {
  let minute = { startedAt: 0, pictures: 0 };
  return {
    'read-codes': async ({ picture }, caller) => {
      if (await isPaused(caller)) return { notRead: 'paused' };
      if (now() - minute.startedAt >= 60) minute = { startedAt: now(), pictures: 0 };
      minute.pictures += 1;
      if (minute.pictures > MAX_PICTURES_PER_MINUTE) return { notRead: 'too-many' };
      // Null is a timeout: no code that a phone can read takes that long.
      return { addresses: (await codes.read(picture)) ?? [] };
    },
  };
}

export function pageCodeHandlers(links: LinkService): PageHandlersOf<typeof CODE_REQUESTS> {
  return {
    'judge-codes': async ({ addresses }) => ({ verdicts: await links.judge(addresses, null, null) }),
  };
}
