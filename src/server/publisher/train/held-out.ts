import { modelOf, strengthsOf, trainedLanguages, vocabularyOf, type Strengths } from './train-model.ts';
import type { TrainingMail } from './word-weights.ts';

/** Parts into which mails are put: one is judged, one says where the model fires, the others teach it. */
const PARTS = 4;

/** A mail that may be judged by a model that has not seen it. */
export interface JudgedMail extends TrainingMail {
  /** Of its kind, as its file names it: `ham`, `spam`, `phish`. */
  readonly label: string;
  /** Null of a mail without links: nothing marks it. With the words' reason, and without. */
  readonly isMarked: ((soundsUnwanted: boolean) => boolean) | null;
}

/** What held-out mails of one label and language come to. */
export interface HeldOutRow {
  readonly label: string;
  readonly language: string;
  readonly isUnwanted: boolean;
  readonly messages: number;
  /** Of all: the words alone say it is unwanted, by the model as readers get it, and with exact words and scores. */
  readonly fired: number;
  readonly firedExactly: number;
  /** Of those with links: marked by evidence without the words, and with them. */
  readonly linked: number;
  readonly markedWithout: number;
  readonly markedWith: number;
}

/** Rows while they are counted, by label and language. */
type Counted = Map<string, { -readonly [Field in keyof HeldOutRow]: HeldOutRow[Field] }>;

export interface HeldOutFigures {
  readonly rows: readonly HeldOutRow[];
  /** Strengths from which the models of the parts fire: just above the highest wanted mail that the model had not seen. */
  readonly firesAt: readonly number[];
}

/**
 * Judges every mail by a model that saw neither it nor another of its campaign or sender: the model's words come of two
 * other parts, and where it fires of a third.
 *
 * @returns null if a part has no language with enough mail of both kinds
 */
export function heldOut(
  mails: readonly JudgedMail[],
  partOf: (group: string) => number,
): HeldOutFigures | null {
  const parts: JudgedMail[][] = Array.from({ length: PARTS }, () => []);
  for (const mail of mails) parts[partOf(mail.group) % PARTS]?.push(mail);
  const rows: Counted = new Map();
  const firesAt: number[] = [];
  for (const [at, judged] of parts.entries()) {
    const beside = (at + 1) % PARTS;
    const taught = parts.filter((_, index) => index !== at && index !== beside).flat();
    const languages = trainedLanguages(taught);
    const words = vocabularyOf(taught, languages);
    if (words.length === 0) return null;
    const model = modelOf(words, 1);
    const scores = new Map(words.map(({ word, score }) => [word, score]));
    const strengths = (mail: TrainingMail): Strengths => strengthsOf(model, scores, mail.words);
    const wanted = (parts[beside] ?? []).filter(({ isUnwanted }) => !isUnwanted).map(strengths);
    const hashedFrom = above(wanted.map(({ hashed }) => hashed));
    const exactFrom = above(wanted.map(({ exact }) => exact));
    firesAt.push(hashedFrom);
    for (const mail of judged) {
      const { hashed, exact } = strengths(mail);
      count(rows, mail, hashed !== null && hashed >= hashedFrom, exact !== null && exact >= exactFrom);
    }
  }
  return {
    rows: [...rows.values()].sort((a, b) => (a.label + a.language < b.label + b.language ? -1 : 1)),
    firesAt,
  };
}

/** A thousandth above the highest, and never so low that a message of no character fires. */
function above(strengths: readonly (number | null)[]): number {
  const highest = strengths.reduce<number>((most, each) => Math.max(most, each ?? most), 0);
  return (Math.floor(highest * 1000) + 1) / 1000;
}

function count(
  rows: Counted,
  { label, language, isUnwanted, isMarked }: JudgedMail,
  fires: boolean,
  firesExactly: boolean,
): void {
  const key = `${label}\n${language}`;
  const row = rows.get(key) ?? {
    label,
    language,
    isUnwanted,
    messages: 0,
    fired: 0,
    firedExactly: 0,
    linked: 0,
    markedWithout: 0,
    markedWith: 0,
  };
  rows.set(key, row);
  row.messages++;
  if (fires) row.fired++;
  if (firesExactly) row.firedExactly++;
  if (isMarked === null) return;
  row.linked++;
  if (isMarked(false)) row.markedWithout++;
  if (isMarked(fires)) row.markedWith++;
}

/** Whether the words find more unwanted mail and mark no more of the wanted, in any language. */
export function pays({ rows }: HeldOutFigures): boolean {
  const gain = rows
    .filter(({ isUnwanted }) => isUnwanted)
    .reduce((sum, { markedWith, markedWithout }) => sum + markedWith - markedWithout, 0);
  return gain > 0 && rows.every((row) => row.isUnwanted || row.markedWith <= row.markedWithout);
}
