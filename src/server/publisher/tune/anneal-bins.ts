import { checkTask, type BinTask } from './optimal-bins.ts';
import { SeededRandom } from './seeded-random.ts';
import { costOfCuts, planOf, weightSums, type BinPlan } from './word-bins.ts';

/** The paper's setting: its Table 1 gives "values from SA at the 100th iteration". */
export const PAPER_SCHEDULE: AnnealingSchedule = { startTemperature: 1024, cooling: 0.9, iterations: 100 };

export interface AnnealingSchedule {
  /** In the unit of E. */
  readonly startTemperature: number;
  /** 0 < α < 1: the temperature is multiplied by it after each iteration. */
  readonly cooling: number;
  /** Temperatures. */
  readonly iterations: number;
}

/**
 * Proposals at one temperature, for each cut point. The paper does not say how many; at 100 iterations and
 * one proposal each, nothing could get anywhere.
 */
const PROPOSALS_PER_CUT = 200;

/**
 * A division found by simulated annealing, as published: a state is the number of words of each bin; a
 * neighbour moves words between two adjacent bins; it is taken if it costs less, and otherwise with
 * probability exp(−ΔE ÷ T) (Metropolis); T falls by the factor α. The best state ever seen is returned.
 *
 * What the paper leaves open and is chosen here: the start (bins of equal counts), how many proposals there
 * are at each temperature, and how far one reaches: up to the words of a whole bin at the first temperature,
 * one word at the last, falling by equal ratios, since a long step is hopeless once it is cold.
 *
 * @param seed - unsigned 32 bits; the same seed gives the same plan, on any machine whose `Math.exp` and
 *   `Math.log` agree
 * @param onIteration - is told the cost of the state at the end of each temperature, which may be dearer than the best
 */
export function annealBins(
  task: BinTask,
  seed: number,
  schedule: AnnealingSchedule = PAPER_SCHEDULE,
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
  let temperature = schedule.startTemperature;
  for (let iteration = 0; iteration < schedule.iterations; iteration++) {
    const reach = (words / binCount) ** (1 - iteration / Math.max(1, schedule.iterations - 1));
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
    temperature *= schedule.cooling;
    onIteration(cost);
  }
  return planOf(sums, best.cuts, bitCount, rule);
}
