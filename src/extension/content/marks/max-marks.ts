/** Beyond that nobody tells marks apart, and each is a box in the browser's top layer. */
export const MAX_MARKS_AT_ONCE = 200;
