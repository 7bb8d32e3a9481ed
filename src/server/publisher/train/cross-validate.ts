import { modelOf, strengthsOf, trainedLanguages, vocabularyOf, type Strengths } from './train-model.ts';
import type { TrainingMail } from './word-weights.ts';

/** One part is judged, one sets the threshold, the others teach. */
const PARTS = 4;

export interface JudgedMail extends TrainingMail {
  readonly label: string;
  /** Null for a mail without links, which is never marked. */
  readonly isMarked: ((soundsUnwanted: boolean) => boolean) | null;
}

export interface CrossValidationRow {
  readonly label: string;
  readonly language: string;
  readonly isUnwanted: boolean;
  readonly messages: number;
  /** Judged unwanted by words alone: by hashed words, as readers do, and by exact words and scores. */
  readonly fired: number;
  readonly firedExactly: number;
  /** With links: marked without the words, and with them. */
  readonly linked: number;
  readonly markedWithout: number;
  readonly markedWith: number;
}

type Counted = Map<string, { -readonly [Field in keyof CrossValidationRow]: CrossValidationRow[Field] }>;

export interface CrossValidation {
  readonly rows: readonly CrossValidationRow[];
  /** Each part's threshold: just above the wanted mail, unseen by its model, that sounds most unwanted. */
  readonly firesAt: readonly number[];
}

/**
 * A model judges mails whose campaigns and senders it has not seen. Two other parts give its words, a third its
 * threshold.
 *
 * @returns null if a part has no language with enough mail of both kinds
 */
export function crossValidate(
  mails: readonly JudgedMail[],
  partOf: (group: string) => number,
): CrossValidation | null {
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

/** The next thousandth above the highest and above 0, so that a neutral message does not fire. */
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

/** Whether words mark more unwanted mail, but no more wanted mail in any language. */
export function doWordsPay({ rows }: CrossValidation): boolean {
  const gain = rows
    .filter(({ isUnwanted }) => isUnwanted)
    .reduce((sum, { markedWith, markedWithout }) => sum + markedWith - markedWithout, 0);
  return gain > 0 && rows.every((row) => row.isUnwanted || row.markedWith <= row.markedWithout);
}
