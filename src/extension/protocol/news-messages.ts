import type { Ended } from './outcome.ts';
import type { Readers } from './request-readers.ts';

/** Whether an update has brought something that the reader has not been told of. */
export interface GetNews {
  readonly type: 'get-news';
}

/** The reader has seen it, or does not want to. */
export interface DismissNews {
  readonly type: 'dismiss-news';
}

/** From our own pages. */
export type NewsRequest = GetNews | DismissNews;

export interface NewsResponses {
  /** The version that brought it; null if there is nothing to tell. */
  'get-news': { readonly version: string | null };
  'dismiss-news': Ended;
}

export const NEWS_READERS: Readers<NewsRequest> = {
  'get-news': () => ({ type: 'get-news' }),
  'dismiss-news': () => ({ type: 'dismiss-news' }),
};
