import * as v from 'valibot';
import { CATEGORIES } from '../../core/verdict/verdict.ts';
import { frame } from './request-row.ts';

/** `other`: blocked, or flagged by evidence. */
export const FIRST_AID_ABOUT = [...CATEGORIES, 'other'] as const;
export type FirstAidAbout = (typeof FIRST_AID_ABOUT)[number];

export const FIRST_AID_REQUESTS = {
  /** Opens a packaged page for readers who have entered data on a flagged page. */
  'open-first-aid': frame({ about: v.picklist(FIRST_AID_ABOUT) }),
};
