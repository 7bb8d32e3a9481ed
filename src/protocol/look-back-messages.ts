import type { SectionName } from '../core/snapshot/snapshot.ts';
import type { Ended } from './outcome.ts';
import { anyText, list, type Readers, shortText } from './read-fields.ts';

/**
 * The reader opened this link (a trusted click that was not held back). Kept as fingerprints for 14 days,
 * so that a later listing can be told; nothing is kept for private windows.
 */
export interface LinkOpened {
  readonly type: 'link-opened';
  readonly href: string;
}

export interface GetLookBack {
  readonly type: 'get-look-back';
}

/** The reader has seen these findings; they are not told again. */
export interface DismissLookBack {
  readonly type: 'dismiss-look-back';
  readonly ids: readonly string[];
}

export interface LookBackFinding {
  readonly id: string;
  /** Unix time, seconds. */
  readonly openedAt: number;
  readonly foundAt: number;
  readonly section: SectionName;
  readonly channelName: string;
}

/** From a frame of a webmail. */
export type FrameLookBackRequest = LinkOpened;

/** From our own pages. */
export type PageLookBackRequest = GetLookBack | DismissLookBack;

export interface LookBackResponses {
  'link-opened': null;
  'get-look-back': { readonly findings: readonly LookBackFinding[] };
  'dismiss-look-back': Ended;
}

export const FRAME_LOOK_BACK_READERS: Readers<FrameLookBackRequest> = {
  'link-opened': (from) => ({ type: 'link-opened', href: anyText(from, 'href') }),
};

/** Findings in one request; the background keeps fewer. */
const MAX_FINDINGS = 20_000;

export const PAGE_LOOK_BACK_READERS: Readers<PageLookBackRequest> = {
  'get-look-back': () => ({ type: 'get-look-back' }),
  'dismiss-look-back': (from) => ({
    type: 'dismiss-look-back',
    ids: list(from, 'ids', MAX_FINDINGS, shortText),
  }),
};
