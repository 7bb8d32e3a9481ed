import { createHash } from 'node:crypto';
import type { ListLayers } from '../list/compiled-list.ts';
import { compareOrder, type ListHead, type ListOrder } from './list-head.ts';

/** Which state of which channel a list is. */
export type ListState = ListOrder & Pick<ListHead, 'root' | 'epoch'>;

export function stateOf({ facts, header }: Pick<ListLayers, 'facts' | 'header'>): ListState {
  return {
    root: createHash('sha256').update(facts.rootKey).digest('hex').slice(0, 16),
    epoch: Buffer.from(header.epochKey).toString('hex'),
    keyList: facts.keyListNumber,
    serial: facts.serial,
  };
}

/** Whether entries are hashed alike in both. */
export function isSameEpoch(
  a: Pick<ListState, 'root' | 'epoch'>,
  b: Pick<ListState, 'root' | 'epoch'>,
): boolean {
  return a.root === b.root && a.epoch === b.epoch;
}

/**
 * Whether a shard with this head can say what a list says. A newer state of the same epoch can: what it lists is listed,
 * and what it lists no more need not be. An older one may lack what the list has: that it does not list something says
 * nothing.
 */
export function canAnswerFor(head: ListHead, state: ListState): boolean {
  return isSameEpoch(head, state) && compareOrder(head, state) >= 0;
}
