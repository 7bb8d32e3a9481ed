import type { Fields } from '../../core/fields/read-fields.ts';

/** Characters of typed text; longer ones are refused. */
export const MAX_TYPED_LENGTH = 4_000;

/** Parsers by request type. */
export type Readers<R extends { readonly type: string }> = {
  readonly [Type in R['type']]: (from: Fields) => Extract<R, { type: Type }>;
};
