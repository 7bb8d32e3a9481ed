/** What is bundled into one file and run in Node, Chromium and Firefox. */
export { deviceBench } from './device-bench.ts';
export { coldStart, lookupBench } from './lookup-bench.ts';
