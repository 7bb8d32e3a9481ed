/** Good experience with a sender reduces circumstance only, because From can be forged. */
export interface MessageContext extends SenderContext {
  /** A list that contains nearly the message's text. Null also if no list could be queried. */
  readonly listing: TextListing | null;
  /** The word model's finding. Null also without a model, or if it knows too few of the message's words. */
  readonly words: SoundsUnwanted | null;
}

export interface SoundsUnwanted {
  readonly channelName: string;
}

export interface SenderContext {
  /** Null if remembering is switched off, in a private window, or in the first days of use. */
  readonly memory: SenderMemory | null;
  /** Null unless the reader chose *This is fine* for the sender or its domain. */
  readonly fine: SenderApproval | null;
}

export interface SenderApproval {
  /**
   * Whether a message that the reader called fine led to the site.
   *
   * @param site - registrable domain, or IP literal
   */
  readonly hasLedTo: (site: string) => boolean;
}

export interface TextListing {
  readonly channelName: string;
  /** Confirmed by people or by two groups of feeds, not by one crowd-fed group alone. */
  readonly isVouchedFor: boolean;
}

export interface SenderMemory {
  /** Unmarked messages of this sender were opened on enough separate days. */
  readonly isKnownSender: boolean;
  /** This device has shown the conversation that the message answers. */
  readonly isKnownConversation: boolean;
  /**
   * A message of this sender led to the site.
   *
   * @param site - registrable domain, or IP literal
   */
  readonly hasLedTo: (site: string) => boolean;
  /** The reader knows another person by this name. */
  readonly isNamesake: boolean;
  /** The domain of this unknown sender is one typing error away from a known sender's. */
  readonly isAlmostKnown: boolean;
  /** Any message led to the site or came from it. */
  readonly hasSeen: (site: string) => boolean;
}

export const NO_CONTEXT: MessageContext = { memory: null, fine: null, listing: null, words: null };
