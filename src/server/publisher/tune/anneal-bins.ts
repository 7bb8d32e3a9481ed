import { checkTask, type BinTask } from './optimal-bins.ts';
import { SeededRandom } from './seeded-random.ts';
import { costOfCuts, planOf, weightSums, type BinPlan } from './word-bins.ts';

/** How many temperatures: Table 1 of the paper that `BinBloomFilter` cites gives "values from SA at the 100th iteration". */
const ITERATIONS = 100;

/** Factor of the temperature after each iteration. */
const COOLING = 0.9;

/** Per temperature and cut point; the paper gives no number. */
const PROPOSALS_PER_CUT = 200;

/**
 * Simulated annealing as published (docs/filters.md): a neighbour moves words between two adjacent bins, accepted by
 * Metropolis' rule, and the first temperature is the largest difference in cost between neighbours. Returns the best
 * state seen.
 *
 * Chosen here: a start of equal counts, and steps of at most a bin's words at first and one word at the end, in a
 * geometric series, since a cold state accepts no long step.
 *
 * @param seed - unsigned 32 bits; repeats the plan wherever `Math.exp` and `Math.log` agree
 * @param onIteration - gets the current cost, which may exceed the best
 */
export function annealBins(
  task: BinTask,
  seed: number,
  onIteration: (cost: number) => void = () => {},
): BinPlan {
  checkTask(task);
  const { weights, binCount, bitCount, rule } = task;
  const random = new SeededRandom(seed);
  const sums = weightSums(weights);
  const words = weights.length;

  const cuts = Array.from({ length: binCount + 1 }, (_, index) => Math.round((index * words) / binCount));
  let cost = costOfCuts(sums, cuts, bitCount, rule);
  let best = { cuts: [...cuts], cost };
  let temperature = largestDifference(cuts, (proposed) => costOfCuts(sums, proposed, bitCount, rule));
  for (let iteration = 0; iteration < ITERATIONS; iteration++) {
    const reach = (words / binCount) ** (1 - iteration / (ITERATIONS - 1));
    for (let proposal = 0; proposal < PROPOSALS_PER_CUT * (binCount - 1); proposal++) {
      const index = 1 + random.below(binCount - 1);
      const before = cuts[index] ?? 0;
      const step = 1 + random.below(Math.ceil(reach));
      const after = random.fraction() < 0.5 ? before - step : before + step;
      if (after <= (cuts[index - 1] ?? 0) || after >= (cuts[index + 1] ?? 0)) continue;
      cuts[index] = after;
      const proposed = costOfCuts(sums, cuts, bitCount, rule);
      if (proposed <= cost || random.fraction() < Math.exp((cost - proposed) / temperature)) {
        cost = proposed;
        if (cost < best.cost) best = { cuts: [...cuts], cost };
      } else {
        cuts[index] = before;
      }
    }
    temperature *= COOLING;
    onIteration(cost);
  }
  return planOf(sums, best.cuts, bitCount, rule);
}

/** Between the state and its neighbours, in the unit of the cost. */
function largestDifference(cuts: readonly number[], costOf: (cuts: readonly number[]) => number): number {
  const cost = costOf(cuts);
  const moved = [...cuts];
  let largest = 0;
  for (let index = 1; index < cuts.length - 1; index++) {
    for (let at = (cuts[index - 1] ?? 0) + 1; at < (cuts[index + 1] ?? 0); at++) {
      moved[index] = at;
      largest = Math.max(largest, Math.abs(costOf(moved) - cost));
    }
    moved[index] = cuts[index] ?? 0;
  }
  return largest;
}
