import { answers, frame } from './request-row.ts';

export const DETAILS_REQUESTS = {
  /** Loads the content script's second file, once a frame has something to show. */
  'load-details': frame({}, answers<{ readonly loaded: boolean }>()),
};
