#!/usr/bin/env node
import cluster from 'node:cluster';
import { becomeFeedWorker } from '../publisher/build/reading/feed-worker.ts';
import { becomeChangeWriter } from '../service/changes/writer-thread.ts';
import { EXIT_OK, runSpamlight } from './program.ts';
import { processTerminal } from '../node/terminal/terminal.ts';

if (cluster.isWorker) {
  const { becomeServiceWorker } = await import('../service/processes/worker.ts');
  becomeServiceWorker();
} else if (!becomeFeedWorker() && !becomeChangeWriter()) {
  // `spamlight check … | head` closes the pipe: not a failure.
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error;
    process.exit(EXIT_OK);
  });
  process.exitCode = await runSpamlight(process.argv.slice(2), processTerminal());
}
