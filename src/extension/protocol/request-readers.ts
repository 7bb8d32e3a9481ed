import type { Fields } from '../../core/fields/read-fields.ts';

/** Characters of a note, a subject typed by hand or a pasted channel; longer ones are refused. */
export const MAX_TYPED_LENGTH = 4_000;

/** What makes requests out of fields, by their type. */
export type Readers<R extends { readonly type: string }> = {
  readonly [Type in R['type']]: (from: Fields) => Extract<R, { type: Type }>;
};
