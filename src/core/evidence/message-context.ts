/**
 * What this device knows of the sender, beside the message. Everything here counts against circumstance alone:
 * From can be forged, so that a sender who is known excuses no hard reason.
 */
export interface MessageContext {
  /** Null where nothing is remembered: switched off, a private window, too few days so far. */
  readonly memory: SenderMemory | null;
  /** The reader said of this sender, or of its domain: *This is fine*. */
  readonly isFine: boolean;
}

export interface SenderMemory {
  /** The sender's messages were opened and not marked on enough separate days. */
  readonly isKnownSender: boolean;
  /** The reader's device has shown the conversation that this message answers. */
  readonly isKnownConversation: boolean;
  /** A message of this sender has led to the site before. @param site - registrable domain, or IP literal */
  readonly hasLedTo: (site: string) => boolean;
  /** Any message at all has, or came from it. */
  readonly hasSeen: (site: string) => boolean;
}

/** For a message of which nothing but itself is known. */
export const NO_CONTEXT: MessageContext = { memory: null, isFine: false };
