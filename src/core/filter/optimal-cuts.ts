/**
 * Cheapest divisions of a sorted list into runs. `cost[l][start]` is the cost of dividing `start` to the end into l
 * runs, infinite for fewer than l elements; `end[l][start]` is the first run's end.
 */
export interface CheapestTails {
  readonly cost: readonly Float64Array[];
  readonly end: readonly Uint32Array[];
}

/**
 * Divide-and-conquer dynamic programming: O(runs · count · log count) evaluations of `runCost`.
 *
 * @param runCost - of the elements `start` to `end − 1`. Needs the quadrangle inequality cost(a, c) + cost(b, d) ≤
 *   cost(a, d) + cost(b, c) for a ≤ b ≤ c ≤ d: then the first run's best end never moves left when its start moves
 *   right. Sums of squares about the mean have it, as has every Bregman divergence of sorted values (F. Nielsen & R.
 *   Nock, "Optimal interval clustering", IEEE Signal Processing Letters, 2014)
 */
export function cheapestTails(
  count: number,
  runs: number,
  runCost: (start: number, end: number) => number,
): CheapestTails {
  if (!Number.isInteger(count) || count < 1) throw new RangeError(`count ${count}`);
  if (!Number.isInteger(runs) || runs < 1 || runs > count) throw new RangeError(`runs ${runs}`);
  const cost: Float64Array[] = [new Float64Array(count + 1).fill(Number.POSITIVE_INFINITY)];
  const end: Uint32Array[] = [new Uint32Array(count + 1)];
  for (let run = 1; run <= runs; run++) {
    const rest = cost[run - 1] ?? new Float64Array(0);
    const best = new Float64Array(count + 1).fill(Number.POSITIVE_INFINITY);
    const bestEnd = new Uint32Array(count + 1);
    if (run === 1) {
      for (let start = 0; start < count; start++) best[start] = runCost(start, count);
      bestEnd.fill(count);
    } else {
      fill(0, count - run, 1, count - run + 1);
    }
    cost.push(best);
    end.push(bestEnd);

    /** Fills `best` from `from` to `to`; the first runs end within `low` to `high`. All bounds are inclusive. */
    function fill(from: number, to: number, low: number, high: number): void {
      if (from > to) return;
      const start = (from + to) >>> 1;
      let cheapest = Number.POSITIVE_INFINITY;
      let at = Math.max(low, start + 1);
      for (let candidate = at; candidate <= high; candidate++) {
        const total = runCost(start, candidate) + (rest[candidate] ?? Number.POSITIVE_INFINITY);
        if (total < cheapest) {
          cheapest = total;
          at = candidate;
        }
      }
      best[start] = cheapest;
      bestEnd[start] = at;
      fill(from, start - 1, low, at);
      fill(start + 1, to, at, high);
    }
  }
  return { cost, end };
}

/** @returns `runs + 1` positions, both ends included */
export function cutsOf(tails: CheapestTails, runs: number, start: number): number[] {
  const cuts = [start];
  let position = start;
  for (let run = runs; run >= 1; run--) {
    position = tails.end[run]?.[position] ?? position;
    cuts.push(position);
  }
  return cuts;
}
