import type { OutcomeResponse } from './outcome.ts';
import type { Readers } from './request-readers.ts';

export interface GetNews {
  readonly type: 'get-news';
}

export interface DismissNews {
  readonly type: 'dismiss-news';
}

export type NewsRequest = GetNews | DismissNews;

export interface NewsResponses {
  'get-news': { readonly version: string | null };
  'dismiss-news': OutcomeResponse;
}

export const NEWS_READERS: Readers<NewsRequest> = {
  'get-news': () => ({ type: 'get-news' }),
  'dismiss-news': () => ({ type: 'dismiss-news' }),
};
