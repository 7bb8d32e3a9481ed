import type { Readers } from './request-readers.ts';

/** Loads the content script's second file, once a frame has something to show. */
export interface LoadDetails {
  readonly type: 'load-details';
}

export type DetailsRequest = LoadDetails;

export interface DetailsResponses {
  'load-details': { readonly loaded: boolean };
}

export const DETAILS_READERS: Readers<DetailsRequest> = {
  'load-details': () => ({ type: 'load-details' }),
};
