// npm run soak [-- NAME …]: what takes longer than a test may.
import { runPrograms } from './programs.mjs';

process.exitCode = runPrograms('soak', '.soak.ts', process.argv.slice(2));
