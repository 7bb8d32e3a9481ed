import { CATEGORIES } from '../../core/verdict/verdict.ts';
import { oneOf } from '../../core/fields/read-fields.ts';
import type { Readers } from './request-readers.ts';

/** `other`: blocked, or flagged by evidence. */
export const FIRST_AID_ABOUT = [...CATEGORIES, 'other'] as const;
export type FirstAidAbout = (typeof FIRST_AID_ABOUT)[number];

/** Opens a packaged page for readers who have entered data on a flagged page. */
export interface OpenFirstAid {
  readonly type: 'open-first-aid';
  readonly about: FirstAidAbout;
}

export type FirstAidRequest = OpenFirstAid;

export interface FirstAidResponses {
  'open-first-aid': null;
}

export const FIRST_AID_READERS: Readers<FirstAidRequest> = {
  'open-first-aid': (from) => ({ type: 'open-first-aid', about: oneOf(from, 'about', FIRST_AID_ABOUT) }),
};
