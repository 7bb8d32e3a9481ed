import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { ROOT } from '../prepare.mjs';
import { check, sum } from './counts.mjs';
import { bin, gate } from './run.mjs';

/** A content script runs in every frame of every webmail tab: bytes of it, compressed with brotli. */
const MAX_CONTENT_BYTES = 25_000;

/** With its second file, which only frames get in which there is something to say. The same measure. */
const MAX_BOTH_BYTES = 40_000;

/** What a frame may get first, one of them: at webmails that the manifest names, that readers are asked about, elsewhere. */
const CONTENT_SCRIPTS = ['content', 'content-optional', 'content-others'];

/** @param {'chrome' | 'firefox'} target */
function contentScripts(target) {
  const folder = join(ROOT, 'dist', target);
  /** @type {{content_scripts: readonly {js: readonly string[]}[]}} */
  const manifest = JSON.parse(readFileSync(join(folder, 'manifest.json'), 'utf8'));
  // The manifest starts it twice; the package holds it once.
  const [named, ...more] = new Set(manifest.content_scripts.flatMap(({ js }) => js));
  const sizeOf = (/** @type {string} */ name) =>
    brotliCompressSync(readFileSync(join(folder, `src/content/${name}.iife.js`))).length;
  const bytes = CONTENT_SCRIPTS.map(sizeOf);
  const details = sizeOf('details');
  const both = Math.max(...bytes) + details;
  process.stderr.write(
    `content scripts for ${target}: ${bytes.join(', ')} of ${MAX_CONTENT_BYTES} bytes; ` +
      `with details (${details}) ${both} of ${MAX_BOTH_BYTES}\n`,
  );
  return check(
    named === 'src/content/content.iife.js' &&
      more.length === 0 &&
      bytes.every((size) => size > 1_000 && size <= MAX_CONTENT_BYTES) &&
      details > 1_000 &&
      both <= MAX_BOTH_BYTES,
  );
}

export async function builds() {
  const built = await gate(process.execPath, [join(ROOT, 'scripts/build.mjs')]);
  if (built.failed > 0) return built;
  return sum([
    built,
    contentScripts('chrome'),
    contentScripts('firefox'),
    await gate(bin('web-ext'), [
      'lint',
      '--source-dir',
      'dist/firefox',
      '--warnings-as-errors',
      '--no-config-discovery',
    ]),
  ]);
}
