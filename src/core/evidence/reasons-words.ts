import { asWritten } from './as-written.ts';
import type { MessageContext } from './message-context.ts';
import type { EvidenceRow, Finding } from './evidence-row.ts';
import { foldText, wordsOf } from '../text/fold-text.ts';
import { findStem, inWords, type FoldedText } from './match-stems.ts';
import { oncePerView } from './once-per-view.ts';
import { isOddPlace, type MessageView } from './message-view.ts';
import { ACCOUNT, CRYPTO, OFFER, OFFICE, PRIZE, TRADE, URGENT, type Stems } from './word-stems.ts';

const STUDY = 'study on the development mail';

/** Subject, name, text and what stands on buttons, folded. */
const wordsOfMessage = oncePerView(({ subjectFolded, nameFolded, textFolded, actions }): FoldedText => {
  const buttons = foldText(
    actions
      .flatMap(({ texts }) => texts)
      .join(' . ')
      .slice(0, 600),
  );
  return inWords(`${subjectFolded} . ${nameFolded ?? ''} . ${textFolded} . ${buttons}`);
});

function about(stems: Stems): (view: MessageView) => Finding | null {
  return (view) => {
    if (!view.isUnaligned) return null;
    const found = findStem(stems, wordsOfMessage(view));
    if (found === null) return null;
    const { subject, shownName, text, actions } = view;
    const texts = [subject, shownName, text, ...actions.flatMap(({ texts: on }) => on)];
    return { values: [asWritten(found, texts)], links: [] };
  };
}

/** Matters that press or promise. */
const PRESSING: readonly (readonly Stems[])[] = [[ACCOUNT, OFFICE], [URGENT], [PRIZE, OFFER]];

/** In how many of these ways a message presses, wherever it leads: 0 to 3. */
export const pressingMatters = oncePerView((view): number => {
  const words = wordsOfMessage(view);
  return PRESSING.filter((matter) => matter.some((stems) => findStem(stems, words) !== null)).length;
});

function nameIsOffer({ nameFolded, nameBrands, sender, isUnaligned, name }: MessageView): Finding | null {
  if (!isUnaligned || nameFolded === null) return null;
  // A brand's own words are its name: *Assurance Maladie*, *Zurich Versicherung*.
  const own = nameBrands.filter((brand) => sender?.brands.includes(brand) === true);
  const words = own.length === 0 ? nameFolded : withoutNames(nameFolded, own);
  const isOffer =
    findStem(OFFER, inWords(words)) !== null ||
    (own.length === 0 && findStem(TRADE, inWords(words)) !== null);
  return isOffer ? { values: [name], links: [] } : null;
}

function withoutNames(folded: string, brands: MessageView['nameBrands']): string {
  const own = new Set(brands.flatMap(({ name }) => wordsOf(foldText(name))));
  return wordsOf(folded)
    .filter((word) => !own.has(word))
    .join(' ');
}

/**
 * The matter is one of the office's or the mail provider's own, and it leads to a little-known
 * site that this device has never met, in a message of nobody that it knows.
 */
export function matterAtStrangers(view: MessageView, { memory }: MessageContext): Finding | null {
  const { sender } = view;
  if (memory === null || memory.isKnownSender || sender === null) return null;
  if (!sender.isLittleKnown && !sender.isMailbox && !sender.isAgent) return null;
  const strange = view.actions.filter(
    ({ kind, site, isWorded }) =>
      isWorded && (isOddPlace(kind) || kind === 'tracker') && !memory.hasSeen(site),
  );
  const [first] = strange;
  if (first === undefined || strange.length * 2 <= view.actions.length) return null;
  const matter = findStem(OFFICE, inWords(`${view.subjectFolded} . ${view.nameFolded ?? ''}`));
  if (matter === null) return null;
  return {
    values: [asWritten(matter, [view.subject, view.shownName]), first.site],
    links: strange.map(({ index }) => index),
  };
}

/** The statistical stage: no word decides alone, and all of them together are one circumstance. */
function soundsUnwanted(_view: MessageView, { words }: MessageContext): Finding | null {
  return words === null ? null : { values: [words.channelName], links: [] };
}

export const WORD_ROWS: readonly EvidenceRow[] = [
  { id: 'E1', family: 'E', points: 3, isCircumstance: true, source: STUDY, find: about(CRYPTO) },
  { id: 'E2', family: 'E', points: 1, isCircumstance: true, source: STUDY, find: about(ACCOUNT) },
  { id: 'E3', family: 'E', points: 1, isCircumstance: true, source: STUDY, find: about(URGENT) },
  { id: 'E4', family: 'E', points: 1, isCircumstance: true, source: STUDY, find: about(PRIZE) },
  { id: 'E5', family: 'E', points: 3, isCircumstance: true, source: STUDY, find: nameIsOffer },
  {
    id: 'E6',
    family: 'E',
    points: 3,
    isCircumstance: true,
    source: 'words of mails of known kind, docs/accuracy.md',
    find: soundsUnwanted,
  },
  { id: 'H1', family: 'H', points: 6, isCircumstance: false, source: STUDY, find: matterAtStrangers },
];
