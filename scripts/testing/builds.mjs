import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { ROOT } from '../prepare.mjs';
import { check, sum } from './counts.mjs';
import { bin, gate } from './run.mjs';

/** The content script runs in every frame of every webmail tab: bytes of it, compressed with brotli. */
const MAX_CONTENT_BYTES = 25_000;

/** Its second file, which only frames get in which there is something to say. The same measure. */
const MAX_DETAILS_BYTES = 15_000;

/** @param {'chrome' | 'firefox'} target */
function contentScript(target) {
  const folder = join(ROOT, 'dist', target);
  /** @type {{content_scripts: readonly {js: readonly string[]}[]}} */
  const manifest = JSON.parse(readFileSync(join(folder, 'manifest.json'), 'utf8'));
  // The manifest starts it twice; the package holds it once.
  const files = [...new Set(manifest.content_scripts.flatMap(({ js }) => js))];
  const sizeOf = (/** @type {string} */ file) => brotliCompressSync(readFileSync(join(folder, file))).length;
  const bytes = files.map(sizeOf);
  const details = sizeOf('src/content/details.iife.js');
  process.stderr.write(
    `content script for ${target}: ${files.length} file, ${bytes.join(' + ')} of ${MAX_CONTENT_BYTES} bytes; ` +
      `details ${details} of ${MAX_DETAILS_BYTES}\n`,
  );
  return check(
    bytes.length === 1 &&
      bytes.every((size) => size > 1_000 && size <= MAX_CONTENT_BYTES) &&
      details <= MAX_DETAILS_BYTES,
  );
}

export async function builds() {
  const built = await gate(process.execPath, [join(ROOT, 'scripts/build.mjs')]);
  if (built.failed > 0) return built;
  return sum([
    built,
    contentScript('chrome'),
    contentScript('firefox'),
    await gate(bin('web-ext'), [
      'lint',
      '--source-dir',
      'dist/firefox',
      '--warnings-as-errors',
      '--no-config-discovery',
    ]),
  ]);
}
