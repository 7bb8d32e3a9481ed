import * as v from 'valibot';
import type { SectionName } from '../../core/snapshot/snapshot.ts';
import type { Category } from '../../core/verdict/verdict.ts';
import type { OutcomeResponse } from './outcome.ts';
import { answers, frame, page } from './request-row.ts';
import { list, text } from '../../core/fields/schema.ts';

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

interface LookBack {
  readonly findings: readonly LookBackFinding[];
  readonly mistakes: readonly MistakenWarning[];
}

/** More than the store holds. */
const IDS = list(text(100), 20_000);

export const LOOK_BACK_REQUESTS = {
  /** A link was opened by a trusted click. Stored as hashes for 14 days; never for private windows. */
  'link-opened': frame({ href: v.string() }),
  'get-look-back': page({}, answers<LookBack>()),
  'dismiss-look-back': page({ ids: IDS }, answers<OutcomeResponse>()),
  'dismiss-mistakes': page({ ids: IDS }, answers<OutcomeResponse>()),
};
