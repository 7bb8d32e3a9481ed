import type { SectionName } from '../../core/snapshot/snapshot.ts';
import type { Category } from '../../core/verdict/verdict.ts';
import type { OutcomeResponse } from './outcome.ts';
import { anyText, list, shortText } from '../../core/fields/read-fields.ts';
import type { Readers } from './request-readers.ts';

/** A link was opened by a trusted click. Stored as hashes for 14 days; never for private windows. */
export interface LinkOpened {
  readonly type: 'link-opened';
  readonly href: string;
}

export interface GetLookBack {
  readonly type: 'get-look-back';
}

export interface DismissLookBack {
  readonly type: 'dismiss-look-back';
  readonly ids: readonly string[];
}

export interface DismissMistakes {
  readonly type: 'dismiss-mistakes';
  readonly ids: readonly string[];
}

/** A shown warning that its publisher has withdrawn. */
export interface MistakenWarning {
  readonly id: string;
  /** When last shown, `2026-11-20`. */
  readonly day: string;
  readonly category: Category;
  /** Name of the publisher's source. */
  readonly group: string;
  readonly channelName: string;
}

export interface LookBackFinding {
  readonly id: string;
  /** Unix seconds. */
  readonly openedAt: number;
  readonly foundAt: number;
  readonly section: SectionName;
  readonly channelName: string;
}

export type FrameLookBackRequest = LinkOpened;

export type PageLookBackRequest = GetLookBack | DismissLookBack | DismissMistakes;

export interface LookBackResponses {
  'link-opened': null;
  'get-look-back': {
    readonly findings: readonly LookBackFinding[];
    readonly mistakes: readonly MistakenWarning[];
  };
  'dismiss-look-back': OutcomeResponse;
  'dismiss-mistakes': OutcomeResponse;
}

export const FRAME_LOOK_BACK_READERS: Readers<FrameLookBackRequest> = {
  'link-opened': (from) => ({ type: 'link-opened', href: anyText(from, 'href') }),
};

/** More than the store holds. */
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
