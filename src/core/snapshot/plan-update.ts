import { deltaPath } from './channel-index.ts';
import type { BaseReference, ChainReference, ChannelIndex, DeltaReference } from './channel-index.ts';
import { chainPath, hourChainPath, type DailyChain } from './daily-chain.ts';
import { hourPath } from './hour-file.ts';

type PlannedIndex = Pick<ChannelIndex, 'channel' | 'serial' | 'base' | 'deltas' | 'chain' | 'hours'>;

/** A delta, or an hour file with one or two. */
export interface UpdateStep extends DeltaReference {
  /** The hour's last serial; absent for a delta. */
  readonly hourEnd?: number;
}

export function stepPath({ from, to, hourEnd }: UpdateStep): string {
  return hourEnd === undefined ? deltaPath(from, to) : hourPath(hourEnd, to);
}

export type UpdatePlan =
  | { readonly kind: 'current' }
  | { readonly kind: 'deltas'; readonly deltas: readonly UpdateStep[]; readonly bytes: number }
  /** Download the chain, then plan again with it, or with null if the download failed. */
  | { readonly kind: 'chain'; readonly chain: ChainReference; readonly path: string; readonly bytes: number }
  | { readonly kind: 'base'; readonly base: BaseReference; readonly bytes: number };

/** Cost of a request in bytes: headers both ways and the wait. */
const BYTES_PER_REQUEST = 2048;

/**
 * The cheapest way by bytes and requests.
 *
 * @param haveSerial - null without an active snapshot, or if its epoch has ended
 * @param chain - null if its download failed, undefined before the download
 */
export function planUpdate(
  haveSerial: number | null,
  index: PlannedIndex,
  chain?: DailyChain | null,
): UpdatePlan {
  const { base } = index;
  if (haveSerial === index.serial) return { kind: 'current' };
  const whole = { kind: 'base', base, bytes: base.bytes } as const;
  // A serial above the index's belongs to a history that a new key list ended.
  if (haveSerial === null || haveSerial > index.serial) return whole;

  const direct = index.deltas.find(({ from }) => from === haveSerial);
  const ways: (readonly UpdateStep[])[] = direct === undefined ? [] : [[direct]];
  const wanted = chainFor(haveSerial, index);
  if (
    chain !== undefined &&
    chain !== null &&
    wanted !== null &&
    belongsToIndex(chain, index, wanted.chain)
  ) {
    const way = routeThroughChain(haveSerial, index, chain);
    if (way !== null) ways.push(way);
  }
  if (ways.length === 0 && chain === undefined && wanted !== null) {
    // A chain costs at least its own file and one more request.
    const { bytes } = wanted.chain;
    if (bytes + BYTES_PER_REQUEST < base.bytes) return { kind: 'chain', ...wanted, bytes };
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

function chainFor(
  haveSerial: number,
  { hours, chain }: PlannedIndex,
): { readonly chain: ChainReference; readonly path: string } | null {
  if (hours !== undefined && haveSerial >= hours.first)
    return { chain: hours, path: hourChainPath(hours.day, hours.hour) };
  return chain === null ? null : { chain, path: chainPath(chain.day) };
}

function belongsToIndex(chain: DailyChain, { channel }: PlannedIndex, { day }: ChainReference): boolean {
  return chain.day === day && chain.channel === channel;
}

/** Serial → its day's last → the chain's serial → the index's serial. Null if a step is missing. */
function routeThroughChain(
  haveSerial: number,
  index: PlannedIndex,
  chain: DailyChain,
): readonly UpdateStep[] | null {
  for (const { serial, onward, serials, hours = [] } of chain.days) {
    const way: UpdateStep[] = [];
    if (serial !== haveSerial) {
      const step = { from: haveSerial, to: serial };
      const first = serials.find(({ from }) => from === haveSerial);
      const hour = hours.find((each) => each.first <= haveSerial && haveSerial <= each.last);
      if (first !== undefined) way.push({ ...step, bytes: first.bytes, sha256: first.sha256 });
      else if (hour !== undefined)
        way.push({ ...step, bytes: hour.bytes, sha256: hour.sha256, hourEnd: hour.last });
      else continue;
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
