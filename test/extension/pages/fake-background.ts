import type { BackgroundLink } from '../../../src/extension/pages/background-link.ts';
import { BackgroundUnreachable } from '../../../src/extension/platform/message-bus.ts';
import type { ChangedTopic } from '../../../src/extension/protocol/background-messages.ts';
import type { PageRequest, Responses } from '../../../src/extension/protocol/requests.ts';

export type Answers = {
  readonly [Type in PageRequest['type']]?: (
    request: Extract<PageRequest, { type: Type }>,
  ) => Responses[Type] | Promise<Responses[Type]>;
};

export interface FakeBackground extends BackgroundLink {
  readonly asked: PageRequest[];
  readonly broadcast: (what: ChangedTopic) => void;
}

/** Answers what a test names; everything else goes without an answer, as when the background realm is gone. */
export function backgroundThat(answers: Answers): FakeBackground {
  const asked: PageRequest[] = [];
  const listeners: ((what: ChangedTopic) => void)[] = [];
  // The pairing of request and answer is in `Answers`; it cannot be followed through a computed key.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  const ask = ((request: PageRequest) => {
    asked.push(request);
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion
    const answer = answers[request.type] as ((request: PageRequest) => unknown) | undefined;
    return answer === undefined
      ? Promise.reject(new BackgroundUnreachable('no answer'))
      : Promise.resolve(answer(request));
  }) as BackgroundLink['ask'];
  return {
    asked,
    ask,
    onBroadcast: (listener) => listeners.push(listener),
    broadcast: (what) => listeners.forEach((listener) => listener(what)),
  };
}

/** Lets everything that is already answered arrive. */
export async function settled(): Promise<void> {
  for (let turn = 0; turn < 20; turn++) await Promise.resolve();
  await new Promise((resolve) => setTimeout(resolve, 0));
}
