import { createHash } from 'node:crypto';
import type { ListLayers } from '../list/compiled-list.ts';
import { compareOrder, type ListHead, type ListOrder } from './list-head.ts';

export type ListState = ListOrder & Pick<ListHead, 'root' | 'epoch'>;

export function stateOf({ facts, header }: Pick<ListLayers, 'facts' | 'header'>): ListState {
  return {
    root: createHash('sha256').update(facts.rootKey).digest('hex').slice(0, 16),
    epoch: Buffer.from(header.epochKey).toString('hex'),
    keyList: facts.keyListNumber,
    serial: facts.serial,
  };
}

export function isSameEpoch(
  a: Pick<ListState, 'root' | 'epoch'>,
  b: Pick<ListState, 'root' | 'epoch'>,
): boolean {
  return a.root === b.root && a.epoch === b.epoch;
}

/** A head newer than `state` suffices. An older one may lack entries, so it flags but does not clear. */
export function canAnswerFor(head: ListHead, state: ListState): boolean {
  return isSameEpoch(head, state) && compareOrder(head, state) >= 0;
}
