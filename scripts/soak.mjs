// npm run soak [-- NAME …]: tests that take long.
import { runPrograms } from './programs.mjs';

process.exitCode = runPrograms('soak', '.soak.ts', process.argv.slice(2));
