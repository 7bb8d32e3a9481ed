/** @typedef {import('./steps.mjs').Step} Step */

/** @typedef {readonly (readonly [string, Step])[]} Lane */

/**
 * The stages of a run: those of all, with the steps in them that are wanted. Empty lanes and stages are left out.
 *
 * @param {readonly (readonly (readonly string[])[])[]} all
 * @param {ReadonlyMap<string, Step>} wanted
 * @returns {readonly (readonly Lane[])[]}
 */
export function stagesOf(all, wanted) {
  return all
    .map((lanes) =>
      lanes
        .map((names) =>
          names.flatMap((name) => {
            const step = wanted.get(name);
            return step === undefined ? [] : [/** @type {const} */ ([name, step])];
          }),
        )
        .filter((lane) => lane.length > 0),
    )
    .filter((lanes) => lanes.length > 0);
}

/**
 * The share of a stage: that of its longest lane, as the others go on beside it. Seconds.
 *
 * @param {readonly Lane[]} lanes
 */
export function shareOf(lanes) {
  return Math.max(...lanes.map((lane) => lane.reduce((sum, [, { share }]) => sum + share, 0)));
}
