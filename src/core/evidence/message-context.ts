/**
 * What is known beside the message. What this device knows of the sender counts against circumstance alone: From can be
 * forged, so that a sender who is known excuses no hard reason.
 */
export interface MessageContext extends SenderContext {
  /** A list knows a message with nearly this text. Null also where no list could be asked. */
  readonly listing: TextListing | null;
  /** Its words are those of unwanted mail. Null also where no model could be asked, or too little of it was known. */
  readonly words: SoundsUnwanted | null;
}

/** What the statistical stage says of a message. */
export interface SoundsUnwanted {
  /** What the channel calls itself whose model says so. */
  readonly channelName: string;
}

export interface SenderContext {
  /** Null where nothing is remembered: switched off, a private window, too few days so far. */
  readonly memory: SenderMemory | null;
  /** The reader said of this sender, or of its domain: *This is fine*. Null if not. */
  readonly fine: FineWord | null;
}

export interface FineWord {
  /** A message of which the reader said so has led to the site. @param site - registrable domain, or IP literal */
  readonly hasLedTo: (site: string) => boolean;
}

/** What lists say of a message's text. */
export interface TextListing {
  /** What the channel calls itself. */
  readonly channelName: string;
  /** People looked at it, or two groups agree; else it is one crowd's word. */
  readonly isVouchedFor: boolean;
}

export interface SenderMemory {
  /** The sender's messages were opened and not marked on enough separate days. */
  readonly isKnownSender: boolean;
  /** The reader's device has shown the conversation that this message answers. */
  readonly isKnownConversation: boolean;
  /** A message of this sender has led to the site before. @param site - registrable domain, or IP literal */
  readonly hasLedTo: (site: string) => boolean;
  /** Under this name the reader knows one other sender, a person, and this one not. */
  readonly isNamesake: boolean;
  /** The sender's site differs by one letter, as it looks, from that of a sender whom the reader knows. */
  readonly isAlmostKnown: boolean;
  /** Any message at all has, or came from it. */
  readonly hasSeen: (site: string) => boolean;
}

/** For a message of which nothing but itself is known. */
export const NO_CONTEXT: MessageContext = { memory: null, fine: null, listing: null, words: null };
