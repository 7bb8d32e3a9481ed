import * as v from 'valibot';
import { fields } from '../../core/fields/schema.ts';

/** `frame`: webmail frames. `page`: our own pages. */
export type Sender = 'frame' | 'page' | 'both';

/** Who may send a request, its fields, and its answer, which is a type alone. */
export interface Row<From extends Sender, Schema extends v.GenericSchema, Answer> extends Answers<Answer> {
  readonly from: From;
  readonly schema: Schema;
}

interface Answers<Answer> {
  readonly answer?: Answer;
}

type RowOf<From extends Sender, Entries extends v.ObjectEntries, Answer> = Row<
  From,
  ReturnType<typeof fields<Entries>>,
  Answer
>;

export type Rows = Readonly<Record<string, Row<Sender, v.GenericSchema, unknown>>>;

export type RequestIn<R extends Rows, Type extends keyof R> = {
  [T in Type]: { readonly type: T } & Readonly<v.InferOutput<R[T]['schema']>>;
}[Type];

export type TypesFrom<R extends Rows, From extends Sender> = {
  [Type in keyof R]: R[Type]['from'] extends From | 'both' ? Type : never;
}[keyof R];

export type AnswersIn<R extends Rows> = {
  readonly [Type in keyof R]: R[Type] extends Row<Sender, v.GenericSchema, infer Answer> ? Answer : never;
};

/* @__NO_SIDE_EFFECTS__ */
export function frame<const Entries extends v.ObjectEntries, Answer = null>(
  entries: Entries,
  answer?: Answers<Answer>,
): RowOf<'frame', Entries, Answer> {
  return { from: 'frame', schema: fields(entries), ...answer };
}

/* @__NO_SIDE_EFFECTS__ */
export function page<const Entries extends v.ObjectEntries, Answer = null>(
  entries: Entries,
  answer?: Answers<Answer>,
): RowOf<'page', Entries, Answer> {
  return { from: 'page', schema: fields(entries), ...answer };
}

/* @__NO_SIDE_EFFECTS__ */
export function both<const Entries extends v.ObjectEntries, Answer = null>(
  entries: Entries,
  answer?: Answers<Answer>,
): RowOf<'both', Entries, Answer> {
  return { from: 'both', schema: fields(entries), ...answer };
}

/** The type of an answer; null without it. */
/* @__NO_SIDE_EFFECTS__ */
export function answers<Answer>(): Answers<Answer> {
  return {};
}
