/** More are indistinguishable, and fill the top layer. */
export const MAX_MARKS_AT_ONCE = 200;
