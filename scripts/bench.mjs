// npm run bench [-- NAME …] [--json]: speed and memory.
import { runPrograms } from './programs.mjs';

process.exitCode = runPrograms('bench', '.bench.ts', process.argv.slice(2));
