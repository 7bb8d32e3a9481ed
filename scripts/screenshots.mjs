// npm run screenshots [-- FOLDER]: pictures for the stores' listings in both languages, and the one in the README.
import { join } from 'node:path';
import { ensurePackages, ROOT } from './setup/prepare.mjs';

ensurePackages();
const { screenshots } = await import('../demo/screenshots.mjs');
process.exitCode = await screenshots(process.argv[2] ?? join(ROOT, 'packages/screenshots'));
