import type { Rule } from '../../../core/verdict/rules.ts';

/** What the reader chose, and where. Only the browser says this; no page can. */
export interface MenuChoice extends ChosenLink {
  readonly action: Rule['action'];
}

export interface ChosenLink {
  readonly href: string;
  readonly tabId: number;
  readonly frameId: number;
}
