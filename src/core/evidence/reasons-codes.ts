import type { EvidenceRow, Finding } from './evidence-row.ts';
import { foldText } from '../text/fold-text.ts';
import { findStem, splitWords } from './match-stems.ts';
import type { MessageView } from './message-view.ts';
import { ACCOUNT, OFFICE } from './word-stems.ts';

/** A QR code is read with a telephone, where nothing checks links. */
function signInByCode({ links, subjectFolded, textFolded }: MessageView): Finding | null {
  const codes = links.filter(({ isCode, isAligned }) => isCode && !isAligned);
  const [first] = codes;
  if (first === undefined) return null;
  const words = splitWords(`${subjectFolded} . ${textFolded} . ${first.texts.map(foldText).join(' . ')}`);
  if (findStem(ACCOUNT, words) === null && findStem(OFFICE, words) === null) return null;
  return { values: [first.site], links: [...new Set(codes.map(({ index }) => index))] };
}

export const CODE_ROWS: readonly EvidenceRow[] = [
  {
    id: 'D16',
    family: 'D',
    points: 6,
    isCircumstance: false,
    source: 'one of the ten constructed mails, "renew MFA"; no development mail has a readable code',
    find: signInByCode,
  },
];
