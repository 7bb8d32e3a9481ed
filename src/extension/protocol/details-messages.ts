import type { Readers } from './request-readers.ts';

/** There is something to say in this frame: put the second file of the content script beside the first. */
export interface LoadDetails {
  readonly type: 'load-details';
}

export type DetailsRequest = LoadDetails;

export interface DetailsResponses {
  /** False if the browser does not let a script into this frame (any more). */
  'load-details': { readonly loaded: boolean };
}

export const DETAILS_READERS: Readers<DetailsRequest> = {
  'load-details': () => ({ type: 'load-details' }),
};
