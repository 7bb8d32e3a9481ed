// @module-tag core
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { brotliCompressSync } from 'node:zlib';
import { beforeAll, describe, expect, test } from 'vitest';
import { ensureBuilt } from '../../scripts/build.mjs';

beforeAll(() => ensureBuilt('chrome', 'firefox', 'thunderbird'));

/**
 * A frame gets one of these first: at webmails that the manifest names, that readers are asked about, elsewhere. It runs in
 * every frame of every webmail tab: bytes of it, compressed with brotli.
 */
const MAX_CONTENT_BYTES = {
  // The names of the folder of sent mail took 360, pictures that no `img` shows 400, the parts of a frame as modules 240,
  // clicks that others would be told of 33, looks for a style sheet that comes late 70,
  // a border that holds presses whose reading throws 240, in each of the three,
  // a sender's address that no name can pass for 142, Tab inside marked links 43.
  content: 25_540,
  // A key of its own for each message that one element shows took 80, the style sheet 70, presses in text that can be
  // edited 50, the sender's address 134, Tab 73.
  'content-optional': 26_147,
  // With the search for messages in pages of which nothing is known; the heads around sealed frames took 130,
  // letters that name several mailboxes 90, hit tests for more than forty marks 70,
  // failed DMARC 40, questions that change only while they check 66, the style sheet 20,
  // presses in text that can be edited 40, the sender's address 78, Tab 91.
  'content-others': 28_769,
  // The second file, which only frames get in which there is something to say. A sign that folds, and makes room, took 600,
  // its lines for attached files 75, a card that stays under a button held down 20, signs and
  // cards that leave the order of Tab as it is 190.
  details: 16_385,
} as const;

/** Fewer are no content script of ours. */
const LEAST_BYTES = 1_000;

describe.each(['chrome', 'firefox'])('the content script for %s', (target) => {
  const folder = `dist/${target}`;
  const sizeOf = (name: string): number =>
    brotliCompressSync(readFileSync(`${folder}/src/extension/content/${name}.iife.js`)).length;

  test('the content script is one file in the manifest', () => {
    const manifest = JSON.parse(readFileSync(`${folder}/manifest.json`, 'utf8')) as {
      readonly content_scripts: readonly { readonly js: readonly string[] }[];
    };
    // The manifest starts it twice; the package holds it once.
    const named = new Set(manifest.content_scripts.flatMap(({ js }) => js));
    expect([...named]).toEqual(['src/extension/content/content.iife.js']);
  });

  test('the content script is small, and so it is with its details', () => {
    const scripts = Object.entries(MAX_CONTENT_BYTES).map(([name, max]) => ({
      name,
      max,
      bytes: sizeOf(name),
    }));
    console.log(
      `content scripts for ${target}: ${scripts.map(({ name, max, bytes }) => `${name} ${bytes} of ${max}`).join(', ')} bytes`,
    );
    expect(Math.min(...scripts.map(({ bytes }) => bytes))).toBeGreaterThan(LEAST_BYTES);
    expect(scripts.filter(({ bytes, max }) => bytes > max)).toEqual([]);
  });
});

test('Mozilla’s linter has nothing to say of the build for Firefox', () => {
  const words = ['lint', '--source-dir', 'dist/firefox', '--warnings-as-errors', '--no-config-discovery'];
  const { status, stdout, stderr } = spawnSync('node_modules/.bin/web-ext', words, { encoding: 'utf8' });
  expect([status, stderr, stdout]).toEqual([0, '', expect.stringMatching(/errors\s+0/)]);
});

test('Mozilla’s linter objects to nothing in the build for Thunderbird but a permission that Firefox does not have', () => {
  const words = ['lint', '--source-dir', 'dist/thunderbird', '--output', 'json', '--no-config-discovery'];
  const { stdout } = spawnSync('node_modules/.bin/web-ext', words, { encoding: 'utf8' });
  const { errors, warnings, notices } = JSON.parse(stdout) as Record<string, readonly { message: string }[]>;
  expect([errors, notices]).toEqual([[], []]);
  expect(warnings?.map(({ message }) => message)).toEqual([
    expect.stringContaining('Invalid permissions "messagesRead"'),
  ]);
});
