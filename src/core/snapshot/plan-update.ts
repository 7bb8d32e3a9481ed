import type { BaseReference, ChainReference, ChannelIndex, DeltaReference } from './channel-index.ts';
import type { DailyChain } from './daily-chain.ts';

/** The part of a verified index that says where its files are. */
type PlannedIndex = Pick<ChannelIndex, 'channel' | 'serial' | 'base' | 'deltas' | 'chain'>;

/** What a client downloads next, after it has verified the index. */
export type UpdatePlan =
  /** It has this serial already. */
  | { readonly kind: 'current' }
  /** These, one after the other. */
  | { readonly kind: 'deltas'; readonly deltas: readonly DeltaReference[]; readonly bytes: number }
  /** The chain file first; then ask again with it, or with null if it could not be had. */
  | { readonly kind: 'chain'; readonly chain: ChainReference; readonly bytes: number }
  /** Everything. */
  | { readonly kind: 'base'; readonly base: BaseReference; readonly bytes: number };

/** What another request costs beside its content, in bytes: headers both ways, and the wait for an answer. */
const BYTES_PER_REQUEST = 2048;

/**
 * The cheapest way from `haveSerial` to the index's serial, by bytes and requests.
 *
 * @param haveSerial - of the active snapshot; null if there is none, or if its epoch has ended
 * @param chain - the daily chain if it was fetched, null if it could not be, undefined if nobody tried
 */
export function planUpdate(
  haveSerial: number | null,
  index: PlannedIndex,
  chain?: DailyChain | null,
): UpdatePlan {
  const { base } = index;
  if (haveSerial === index.serial) return { kind: 'current' };
  const whole = { kind: 'base', base, bytes: base.bytes } as const;
  // A serial above the index's is of a line that a new key list has ended: no delta starts from there.
  if (haveSerial === null || haveSerial > index.serial) return whole;

  const direct = index.deltas.find(({ from }) => from === haveSerial);
  const ways: (readonly DeltaReference[])[] = direct === undefined ? [] : [[direct]];
  if (chain !== undefined && chain !== null && isOfIndex(chain, index)) {
    const way = wayOfChain(haveSerial, index, chain);
    if (way !== null) ways.push(way);
  }
  if (ways.length === 0 && chain === undefined && index.chain !== null) {
    // What the chain leads to costs at least its own file and one request more.
    const least = index.chain.bytes + BYTES_PER_REQUEST;
    if (least < base.bytes) return { kind: 'chain', chain: index.chain, bytes: index.chain.bytes };
  }

  let best: UpdatePlan = whole;
  let bestCost = base.bytes + BYTES_PER_REQUEST;
  for (const deltas of ways) {
    const bytes = deltas.reduce((sum, delta) => sum + delta.bytes, 0);
    const cost = bytes + deltas.length * BYTES_PER_REQUEST;
    if (cost < bestCost) {
      best = { kind: 'deltas', deltas, bytes };
      bestCost = cost;
    }
  }
  return best;
}

function isOfIndex(chain: DailyChain, index: PlannedIndex): boolean {
  return index.chain !== null && chain.day === index.chain.day && chain.channel === index.channel;
}

/**
 * Serial → its day's last → the chain's serial → the index's serial: with index and chain file at most five requests.
 * Null if a stretch is missing.
 */
function wayOfChain(
  haveSerial: number,
  index: PlannedIndex,
  chain: DailyChain,
): readonly DeltaReference[] | null {
  for (const { serial, onward, serials } of chain.days) {
    const way: DeltaReference[] = [];
    if (serial !== haveSerial) {
      const first = serials.find(({ from }) => from === haveSerial);
      if (first === undefined) continue;
      way.push({ from: haveSerial, to: serial, bytes: first.bytes, sha256: first.sha256 });
    }
    if (onward !== null)
      way.push({ from: serial, to: chain.serial, bytes: onward.bytes, sha256: onward.sha256 });
    if (chain.serial !== index.serial) {
      const last = index.deltas.find(({ from }) => from === chain.serial);
      if (last === undefined) return null;
      way.push(last);
    }
    return way;
  }
  return null;
}
