// npm start: a demo: feed → publisher → signed channel → extension → marks.
import { ensurePackages } from './setup/prepare.mjs';

try {
  ensurePackages();
  const { demo } = await import('../demo/demo.mjs');
  process.exitCode = await demo();
} catch (error) {
  process.stderr.write(`\n${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}
