// npm run screenshots [-- FOLDER]: for the stores and the README. npm run screenshots -- all [FOLDER]: every state, as
// a page of thumbnails.
import { join } from 'node:path';
import { ensurePackages, ROOT } from './setup/prepare.mjs';

ensurePackages();
const [first, second] = process.argv.slice(2);
if (first === 'all') {
  const { allScreenshots } = await import('../demo/all-screenshots.mjs');
  process.exitCode = await allScreenshots(second ?? join(ROOT, 'demo-output/all-screenshots'));
} else {
  const { screenshots } = await import('../demo/screenshots.mjs');
  process.exitCode = await screenshots(first ?? join(ROOT, 'packages/screenshots'));
}
