// npm run lab -- …: what is measured about filters and evidence, and ships with nothing.
import { processTerminal } from '../src/server/node/terminal/terminal.ts';
import { runLab } from './run-lab.ts';

process.exitCode = await runLab(process.argv.slice(2), processTerminal());
