import type { SectionName } from '../../core/snapshot/snapshot.ts';
import type { Category } from '../../core/verdict/verdict.ts';
import type { Ended } from './outcome.ts';
import { anyText, list, shortText } from '../../core/fields/read-fields.ts';
import type { Readers } from './request-readers.ts';

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

/** The reader has read that these warnings were mistakes; they are not told again. */
export interface DismissMistakes {
  readonly type: 'dismiss-mistakes';
  readonly ids: readonly string[];
}

/** A warning that the reader saw, and that its publisher has withdrawn since. */
export interface MistakenWarning {
  readonly id: string;
  /** When it was last shown, `2026-11-20`. */
  readonly day: string;
  readonly category: Category;
  /** Whom the publisher named for it. */
  readonly group: string;
  readonly channelName: string;
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
export type PageLookBackRequest = GetLookBack | DismissLookBack | DismissMistakes;

export interface LookBackResponses {
  'link-opened': null;
  'get-look-back': {
    readonly findings: readonly LookBackFinding[];
    readonly mistakes: readonly MistakenWarning[];
  };
  'dismiss-look-back': Ended;
  'dismiss-mistakes': Ended;
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
  'dismiss-mistakes': (from) => ({
    type: 'dismiss-mistakes',
    ids: list(from, 'ids', MAX_FINDINGS, shortText),
  }),
};
