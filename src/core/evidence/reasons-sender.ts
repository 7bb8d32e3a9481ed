import { isIpLiteral } from '../url/canonical/host-name.ts';
import { publicSuffixOf } from '../url/hosts/registrable-domain.ts';
import type { EvidenceRow, Finding } from './evidence-row.ts';
import { INVISIBLE } from '../text/fold-text.ts';
import { hasFewLinks, isOddPlace, isProviderItself, nameWords, type MessageView } from './message-view.ts';
import { isLatin, nameFits } from './reasons-identity.ts';
import { soundsLikeOffer } from './reasons-words.ts';
import { isGeneratedName } from './generated-names.ts';

const STUDY = 'study on the development mail';
const SECOND_STUDY = 'study on mail of the year after; docs/accuracy.md';

function impossibleSender({ sender }: MessageView): Finding | null {
  if (sender === null) return null;
  const { host } = sender;
  const suffix = isIpLiteral(host) ? null : publicSuffixOf(host);
  const isImpossible = suffix === null || suffix.kind === 'unlisted' || sender.local.length > 64;
  return isImpossible ? { values: [sender.address], links: [] } : null;
}

function cheapSender({ sender }: MessageView): Finding | null {
  return sender?.isThrowaway === true ? { values: [sender.host], links: [] } : null;
}

function mailboxWithButton({ sender, actions }: MessageView): Finding | null {
  if (sender?.isMailbox !== true || isProviderItself(sender)) return null;
  const [first] = actions;
  if (first === undefined || new Set(actions.map(({ index }) => index)).size > 3) return null;
  const isOneOddPlace = actions.every(
    ({ site, kind, isWorded }) => isWorded && site === first.site && isOddPlace(kind),
  );
  return isOneOddPlace ? { values: [sender.host, first.site], links: [first.index] } : null;
}

const EMOJI = /\p{Extended_Pictographic}/u;

function decoratedName({ name }: MessageView): Finding | null {
  if (name === '') return null;
  const isOdd =
    (EMOJI.test(name) && !/^[©®™\p{L}\p{N}\s.,&'’()|:\-–+!]*$/u.test(name)) ||
    /[\u2500-\u27bf\u2b00-\u2bff\u{1d400}-\u{1d7ff}]/u.test(name) ||
    /(?:[._\-=*#~^|!$%'"]{3,}|[<>{}[\]\\^~=*_]{2,}|^[_\-.~*]+|[_~*^#=]+$)/.test(name) ||
    (/\d{5}$/.test(name) && /[a-z]{3}/i.test(name)) ||
    name.replaceAll(INVISIBLE, '').length < name.length - 1;
  return isOdd ? { values: [name], links: [] } : null;
}

function answersElsewhere({ sender, replyTo, isAnswer }: MessageView): Finding | null {
  if (sender === null || replyTo === null || sender.isMailbox || isAnswer) return null;
  return replyTo.isMailbox ? { values: [replyTo.address], links: [] } : null;
}

/** A year, a running number, or digits among letters that nobody would choose. */
function isCode(part: string): boolean {
  const digits = part.replaceAll(/\D/g, '').length;
  return /\d{4}/.test(part) || (part.length >= 10 && digits >= 2);
}

function numberedSender({ sender }: MessageView): Finding | null {
  if (sender === null || sender.isMailbox || sender.isAgent) return null;
  const isNumbered = sender.local.split(/[^a-z0-9]/).some(isCode);
  return isNumbered ? { values: [sender.address], links: [] } : null;
}

/**
 * A generated mailbox under a name that fits neither address nor links, or that is an offer. At most two links: schools
 * use initials as mailboxes, and their mail has more links.
 */
function madeUpMailbox(view: MessageView): Finding | null {
  const { sender, nameFolded, isUnaligned, actions } = view;
  if (sender === null || nameFolded === null || !sender.isLittleKnown || !hasFewLinks(view)) return null;
  if (isUnaligned || !actions.some(({ isAligned }) => isAligned) || !isGeneratedName(sender.local))
    return null;
  const found = { values: [sender.address], links: [] };
  if (soundsLikeOffer(nameFolded)) return found;
  const words = nameWords(nameFolded).filter((word) => word.length >= 4);
  if (words.length === 0 || !isLatin(view.name) || nameFits(view)) return null;
  const places = actions.map(({ host }) => host).join(' ');
  return words.some((word) => places.includes(word)) ? null : found;
}

function noAddress({ name, lacksAddress }: MessageView): Finding | null {
  return lacksAddress && name !== '' ? { values: [name], links: [] } : null;
}

/** `word42`, `wordx4y`: domains that are bought by the hundred. */
function codedSite({ sender, isUnaligned }: MessageView): Finding | null {
  if (sender?.isLittleKnown !== true || !isUnaligned) return null;
  const label = sender.site.slice(0, sender.site.indexOf('.'));
  return /[a-z]{3}(?:[a-z]\d[a-z]|\d{2,})$/.test(label) ? { values: [sender.site], links: [] } : null;
}

export const SENDER_ROWS: readonly EvidenceRow[] = [
  { id: 'B1', family: 'B', points: 3, isCircumstance: false, source: STUDY, find: impossibleSender },
  { id: 'B3', family: 'B', points: 3, isCircumstance: false, source: STUDY, find: cheapSender },
  { id: 'B5', family: 'B', points: 1, isCircumstance: true, source: STUDY, find: mailboxWithButton },
  { id: 'B6', family: 'B', points: 4, isCircumstance: false, source: STUDY, find: decoratedName },
  { id: 'B8', family: 'B', points: 1, isCircumstance: true, source: STUDY, find: numberedSender },
  { id: 'B9', family: 'B', points: 4, isCircumstance: false, source: SECOND_STUDY, find: madeUpMailbox },
  { id: 'B10', family: 'B', points: 3, isCircumstance: false, source: SECOND_STUDY, find: noAddress },
  { id: 'B11', family: 'B', points: 2, isCircumstance: true, source: SECOND_STUDY, find: codedSite },
  { id: 'B7', family: 'B', points: 3, isCircumstance: false, source: STUDY, find: answersElsewhere },
];
