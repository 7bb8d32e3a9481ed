/**
 * How many generated codes are found, what it costs, and what is found in pictures without any.
 *
 *     npx tsx test/bench/codes.bench.ts
 */
import { findCodes } from '../../src/extension/codes/find-codes.ts';
import { generatedCodes, LOOKS, ordinaryPicture } from '../extension/codes/generated-pictures.ts';

const PER_LOOK = 26;
const ORDINARY = 2_000;

const times: number[] = [];
let codes = 0;
let found = 0;
for (const look of LOOKS) {
  for (let seed = 0; seed < PER_LOOK; seed++) {
    const { texts, pixels } = generatedCodes(look, seed);
    const start = performance.now();
    const read = await findCodes(pixels);
    times.push(performance.now() - start);
    codes += texts.length;
    found += texts.filter((text) => read.includes(text)).length;
  }
}
times.sort((a, b) => a - b);
const at = (share: number): number => Math.round(times[Math.floor(share * (times.length - 1))] ?? Number.NaN);
console.log(
  `${found} of ${codes} codes found; ms a picture: median ${at(0.5)}, 95 % ${at(0.95)}, most ${at(1)}`,
);

let mistaken = 0;
for (let seed = 0; seed < ORDINARY; seed++)
  if ((await findCodes(ordinaryPicture(seed))).length > 0) mistaken++;
console.log(`${mistaken} of ${ORDINARY} ordinary pictures with a code that is none`);
