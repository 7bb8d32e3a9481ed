import type { EvidenceRow, Finding } from './evidence-row.ts';
import type { MessageContext } from './message-context.ts';
import type { LinkView, MessageView } from './message-view.ts';

function knownSender({ actions, sender }: MessageView, { memory }: MessageContext): Finding | null {
  if (memory?.isKnownSender !== true || sender === null) return null;
  const leadsOn = ({ isAligned, kind, site }: LinkView): boolean =>
    isAligned || kind === 'tracker' || kind === 'well-known' || memory.hasLedTo(site);
  return actions.every(leadsOn) ? { values: [sender.address], links: [] } : null;
}

/** Somebody may have taken over a known sender's mailbox. */
function strangePlaceOfKnown(view: MessageView, { memory }: MessageContext): Finding | null {
  if (memory?.isKnownSender !== true || view.sender === null) return null;
  const strange = view.actions.filter(
    ({ kind, site, isAligned }) =>
      !isAligned &&
      !memory.hasLedTo(site) &&
      (kind === 'form' ||
        kind === 'free-space' ||
        kind === 'storage' ||
        kind === 'address' ||
        (kind === 'little-known' && view.tables.hasCheapEnding(site))),
  );
  const [first] = strange;
  if (first === undefined) return null;
  // Among one or two links, as people send, a strange one counts more than in newsletters, which lead to new places
  // weekly.
  const isAlone = view.actions.length <= 2;
  return {
    values: [view.sender.address, first.site],
    links: [...new Set(strange.map(({ index }) => index))],
    ...(isAlone ? { points: 6 } : {}),
    // Bare and quoted links are circumstance: on mailing lists, people name and quote each other's pages.
    ...(strange.some(({ isWorded, isQuoted }) => isWorded && !isQuoted) ? {} : { isCircumstance: true }),
  };
}

/**
 * People have several addresses, so a shared name alone marks nothing. In answers and mail with quotes, as on mailing
 * lists, it is circumstance.
 */
function namesake(
  { sender, shownName, isAnswer, body }: MessageView,
  { memory }: MessageContext,
): Finding | null {
  if (memory?.isNamesake !== true || sender === null) return null;
  return {
    values: [shownName],
    links: [],
    ...(isAnswer || body.hasQuote ? { isCircumstance: true } : {}),
  };
}

function almostKnown({ sender }: MessageView, { memory }: MessageContext): Finding | null {
  if (memory?.isAlmostKnown !== true || sender?.isLittleKnown !== true) return null;
  return { values: [sender.site], links: [] };
}

export const MEMORY_ROWS: readonly EvidenceRow[] = [
  {
    id: 'A10',
    family: 'A',
    points: 4,
    isCircumstance: false,
    source: 'what the device remembers, docs/accuracy.md',
    find: namesake,
  },
  {
    id: 'B12',
    family: 'B',
    points: 6,
    isCircumstance: false,
    source: 'what the device remembers, docs/accuracy.md',
    find: almostKnown,
  },
  {
    id: 'G4',
    family: 'G',
    points: -3,
    isCircumstance: true,
    source: 'what the device remembers, docs/accuracy.md',
    find: knownSender,
  },
  {
    id: 'H3',
    family: 'H',
    points: 5,
    isCircumstance: false,
    source:
      'hacked mailboxes of known partners, one of the ten constructed mails; measured in docs/accuracy.md',
    find: strangePlaceOfKnown,
  },
];
