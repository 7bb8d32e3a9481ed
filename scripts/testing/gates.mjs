import { bin, gate } from './run.mjs';
import { sum } from './counts.mjs';

const PROJECTS = [
  'src/core',
  'src/protocol',
  'src/background',
  'src/content',
  'src/pages',
  'src/node',
  'src/publisher',
  'src/service',
  'src/command',
  'scripts',
  'test',
];

export async function types() {
  const counts = [];
  for (const project of PROJECTS) counts.push(await gate(bin('tsc'), ['-p', project]));
  return sum(counts);
}

export const lint = () => gate(bin('oxlint'), ['--type-aware', '--deny-warnings']);
export const format = () => gate(bin('oxfmt'), ['--check']);
/** Twice: what only tests use is not used either. */
export async function unused() {
  return sum([await gate(bin('knip'), []), await gate(bin('knip'), ['--production'])]);
}
