import type { Fields } from '../../core/fields/read-fields.ts';

/** Longer typed texts are refused. */
export const MAX_TYPED_LENGTH = 4_000;

export type Readers<R extends { readonly type: string }> = {
  readonly [Type in R['type']]: (from: Fields) => Extract<R, { type: Type }>;
};
