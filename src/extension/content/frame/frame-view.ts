import type { HeadFacts } from '../../../core/evidence/message-facts.ts';
import { isParsed } from '../dom/unclobbered.ts';
import type { Look } from '../links/found-link.ts';
import { findSource, headPlaces } from '../messages/find-source.ts';
import { headFactsOf, senderAddressOf, senderElementOf } from '../messages/message-head.ts';
import type { MessageSource, OpenMessage } from '../messages/open-messages.ts';
import { addressShownAt } from '../messages/shown-address.ts';
import type { UnknownPage } from '../recognise/unknown-page.ts';
import type { KnownWebmails } from '../webmail/known-webmails.ts';

export interface FrameView {
  look: Look;
  source: MessageSource | null;
  /** Looks again until a message is found: some pages are recognised late. */
  readonly currentSource: () => MessageSource | null;
  readonly senderAddressOf: (message: OpenMessage) => string | null;
  readonly headFactsOf: (message: OpenMessage) => HeadFacts | null;
  readonly senderOf: (message: OpenMessage) => { readonly element: Element; readonly address: string } | null;
}

export function frameView(webmails: KnownWebmails, unknownPage: UnknownPage | null): FrameView {
  const view: FrameView = {
    look: { messages: [], links: [] },
    source: null,
    currentSource() {
      if (view.source === null || view.source.adapter.name === 'generic' || view.look.messages.length === 0)
        view.source = findSource(isParsed(), webmails, unknownPage) ?? view.source;
      return view.source;
    },
    senderAddressOf: (message) => (message.isPage === true ? null : headWith(senderAddressOf, message)),
    headFactsOf: (message) => headWith(headFactsOf, message),
    senderOf(message) {
      const { source } = view;
      // On pages of unknown structure the sender is a guess.
      if (
        source === null ||
        message.isPage === true ||
        source.isWholeDocument ||
        source.adapter.name === 'generic'
      )
        return null;
      const element = senderElementOf(message, source.adapter);
      const address = addressShownAt(element, source.adapter);
      return element === null || address === null ? null : { element, address };
    },
  };
  function headWith<Head>(
    read: (message: OpenMessage, ...rest: HeadParts) => Head | null,
    message: OpenMessage,
  ): Head | null {
    const { source, look } = view;
    return source === null ? null : read(message, source.adapter, headPlaces(source), look.messages);
  }
  return view;
}

type HeadParts = [
  adapter: MessageSource['adapter'],
  places: ReturnType<typeof headPlaces>,
  messages: readonly OpenMessage[],
];
