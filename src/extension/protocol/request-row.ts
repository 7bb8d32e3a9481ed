import * as v from 'valibot';
import { fields } from './schema.ts';

/** `frame`: webmail frames. `page`: our own pages. */
export type Sender = 'frame' | 'page' | 'both';

/** Who may send a request, its fields, and its answer, which is a type alone. */
export interface Row<From extends Sender, Schema extends v.GenericSchema, Answer> {
  readonly from: From;
  readonly schema: Schema;
  readonly answer?: Answer;
}

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
function rowFrom<const From extends Sender>(from: From) {
  return <Answer = null>() =>
    /* @__NO_SIDE_EFFECTS__ */
    <const Entries extends v.ObjectEntries>(
      entries: Entries,
    ): Row<From, ReturnType<typeof fields<Entries>>, Answer> => ({ from, schema: fields(entries) });
}

export const frame = /* @__PURE__ */ rowFrom('frame');
export const page = /* @__PURE__ */ rowFrom('page');
export const both = /* @__PURE__ */ rowFrom('both');
