import { originalSpellingOf } from './original-spelling.ts';
import type { MessageContext } from './message-context.ts';
import type { EvidenceRow, Finding } from './evidence-row.ts';
import { foldText, wordsOf } from '../text/fold-text.ts';
import { findStem, hasStem, splitWords, type FoldedText } from './match-stems.ts';
import { oncePerView } from './once-per-view.ts';
import { isOddPlace, isProviderItself, type MessageView } from './message-view.ts';
import {
  ACCOUNT,
  CRYPTO,
  OFFER,
  OFFICE,
  PRIZE,
  TRADE,
  URGENT,
  GIFTS,
  CHARGE,
  type Stems,
} from './word-stems.ts';

const STUDY = 'study on the development mail';
const SECOND_STUDY = 'study on mail of the year after; docs/accuracy.md';

const wordsOfMessage = oncePerView(({ subjectFolded, nameFolded, textFolded, actions }): FoldedText => {
  const buttons = foldText(
    actions
      .flatMap(({ texts }) => texts)
      .join(' . ')
      .slice(0, 600),
  );
  return splitWords(`${subjectFolded} . ${nameFolded ?? ''} . ${textFolded} . ${buttons}`);
});

function about(stems: Stems): (view: MessageView) => Finding | null {
  return (view) => {
    if (!view.isUnaligned) return null;
    const found = findStem(stems, wordsOfMessage(view));
    if (found === null) return null;
    const { subject, shownName, text, actions } = view;
    const texts = [subject, shownName, text, ...actions.flatMap(({ texts: on }) => on)];
    return { values: [originalSpellingOf(found, texts)], links: [] };
  };
}

const PRESSING: readonly (readonly Stems[])[] = [[ACCOUNT, OFFICE], [URGENT], [PRIZE, OFFER]];

/** How many kinds of pressure occur: 0 to 3. */
export const pressingMatters = oncePerView((view): number => {
  const words = wordsOfMessage(view);
  return PRESSING.filter((matter) => matter.some((stems) => findStem(stems, words) !== null)).length;
});

function nameIsOffer({ nameFolded, nameBrands, sender, isUnaligned, name }: MessageView): Finding | null {
  if (!isUnaligned || nameFolded === null) return null;
  // A brand's own name may contain offer words: *Assurance Maladie*, *Zurich Versicherung*.
  const own = nameBrands.filter((brand) => sender?.brands.includes(brand) === true);
  const words = own.length === 0 ? nameFolded : withoutNames(nameFolded, own);
  const isOffer =
    findStem(OFFER, splitWords(words)) !== null ||
    (own.length === 0 && findStem(TRADE, splitWords(words)) !== null);
  return isOffer ? { values: [name], links: [] } : null;
}

export function soundsLikeOffer(nameFolded: string): boolean {
  const words = splitWords(nameFolded);
  return hasStem(OFFER, words) || hasStem(TRADE, words);
}

export function offersInTitle({ subject, subjectFolded, nameFolded }: MessageView): boolean {
  return /\d ?%/.test(subject) || hasStem(GIFTS, splitWords(`${subjectFolded} . ${nameFolded ?? ''}`));
}

/**
 * `(ABC-12345)`, `AB-1234`, `ID: 123456`, or lower-case letters without a vowel, at the end. Only a circumstance,
 * because shops' subjects have such codes too; bare numbers and *Order 4711* do not match.
 */
const SUBJECT_CODE =
  /\s(\([A-Z]{2,5}-\d{3,8}\)|[\p{L}]{2,4}-\d{3,6}|ID ?[:#] ?\d{5,10}|[bcdfghjklmnpqrstvwxz]{5,12})$/u;

function codeInSubject({ subject, isUnaligned, isAnswer }: MessageView): Finding | null {
  const code = SUBJECT_CODE.exec(subject.trim())?.[1];
  return code === undefined || !isUnaligned || isAnswer ? null : { values: [code], links: [] };
}

/** North American telephone numbers. */
const PHONE = /(?<![\d+])(?:\+?1[ .-]?)?\(?[2-9]\d{2}\)?[ .-]{1,2}\d{3}[ .-]\d{4}(?!\d)/;

/** The telephone number is the trap, so the message needs no link. */
function chargeToCallAbout(view: MessageView): Finding | null {
  const { sender, isAnswer, isUnaligned, actions, tables } = view;
  if (sender === null || isAnswer || sender.isAgent || sender.brands.length > 0 || isProviderItself(sender))
    return null;
  if (actions.length > 0 && !isUnaligned) return null;
  const top = foldText(`${view.subject} . ${view.shownName} . ${view.text.slice(0, CALLBACK_TOP)}`);
  const brand = tables.brandsNamedIn(top).find(({ name }) => CALLED_ABOUT.has(name));
  const number = PHONE.exec(view.text)?.[0];
  if (brand === undefined || number === undefined || !hasStem(CHARGE, splitWords(top))) return null;
  return { values: [brand.name, number], links: [] };
}

/** The message's first characters, which must name brand and charge. */
const CALLBACK_TOP = 600;

/** Brands that messages about false charges name; first names of `brand-rows.ts`. */
const CALLED_ABOUT: ReadonlySet<string> = new Set([
  'PayPal',
  'Norton Antivirus',
  'McAfee',
  'Geek Squad',
  'Best Buy',
  'Microsoft',
  'Amazon',
  'Apple ID',
  'Coinbase',
  'Cash App',
  'Venmo',
  'Zelle',
  'Avast',
  'Bitdefender',
  'TotalAV',
]);

function withoutNames(folded: string, brands: MessageView['nameBrands']): string {
  const own = new Set(brands.flatMap(({ name }) => wordsOf(foldText(name))));
  return wordsOf(folded)
    .filter((word) => !own.has(word))
    .join(' ');
}

/** A matter of the reader's office or mail provider, at an odd site that this device has never met. */
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
  const matter = findStem(OFFICE, splitWords(`${view.subjectFolded} . ${view.nameFolded ?? ''}`));
  if (matter === null) return null;
  return {
    values: [originalSpellingOf(matter, [view.subject, view.shownName]), first.site],
    links: strange.map(({ index }) => index),
  };
}

/** The word model judges all words together. Its finding is one circumstance. */
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
  { id: 'E7', family: 'E', points: 2, isCircumstance: true, source: SECOND_STUDY, find: codeInSubject },
  { id: 'E10', family: 'E', points: 6, isCircumstance: false, source: SECOND_STUDY, find: chargeToCallAbout },
  { id: 'H1', family: 'H', points: 6, isCircumstance: false, source: STUDY, find: matterAtStrangers },
];
