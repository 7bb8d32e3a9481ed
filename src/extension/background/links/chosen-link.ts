import type { Rule } from '../../../core/verdict/rules.ts';

/** Comes from the browser; no page can send it. */
export interface MenuChoice extends ChosenLink {
  readonly action: Rule['action'];
}

export interface ChosenLink {
  readonly href: string;
  readonly tabId: number;
  readonly frameId: number;
}
