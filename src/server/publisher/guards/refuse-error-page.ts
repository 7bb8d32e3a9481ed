import type { FeedGuard } from './feed-guard.ts';

/** HTML, or the JSON and sentences with which services refuse a request. */
const ERROR_PAGE =
  /^\s*(?:<(?:!doctype|html|head|body|\?xml|center|h1)\b|\{\s*"(?:error|errors|message|detail|status)"\s*:|(?:404|403|429|5\d\d)\b|(?:access denied|not found|forbidden|rate limit|too many requests|service unavailable|bad gateway|just a moment)\b)/i;

/** An error with a value that is not empty; `null` counts as empty. */
const JSON_ERROR = /^\s*\{\s*"errors?"\s*:(?!\s*(?:null\b|false\b|0\b|""|\[\s*\]|\{\s*\}))/i;

/** Links in an error message are read as entries. */
const MAX_ERROR_LINKS = 9;

export const refuseErrorPage: FeedGuard = ({ head, entries }) => {
  const bare = head.startsWith('\uFEFF') ? head.slice(1) : head;
  if (!ERROR_PAGE.test(bare)) return null;
  // A text with entries is a list: its first host may begin with `403`.
  const isMarkup = /^\s*</.test(bare);
  const most = JSON_ERROR.test(bare) ? MAX_ERROR_LINKS : 0;
  if (!isMarkup && entries > most) return null;
  const [line = ''] = bare.trim().split(/\r?\n/, 1);
  return {
    guard: 'error-page',
    outcome: 'drop-feed',
    message: `It is no feed but a page ("${line.slice(0, 80)}"); look at its address in a browser.`,
  };
};
