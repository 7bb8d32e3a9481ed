import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { LACKS_DATA } from '../scripts/programs.mjs';

const FOLDER = fileURLToPath(new URL('../../shared/data', import.meta.url));

/**
 * Real feeds, mails and vectors lie beside the checkout and are not part of it. Where they are missing, tests
 * that need them are skipped; in CI that would be a gate that sees nothing, so there they fail.
 */
export const sharedDataMissing: boolean = !existsSync(FOLDER) && process.env['CI'] === undefined;

/** The path of one file of the shared data, as in `sharedData('benign/tranco_top50k.txt')`. */
export function sharedData(path: string): string {
  return `${FOLDER}/${path}`;
}

/** For programs that measure real data: one that lacks any of these says so and ends, and those after it go on. */
export function needSharedData(...paths: readonly string[]): void {
  const missing = paths.map(sharedData).filter((path) => !existsSync(path));
  if (missing.length === 0) return;
  process.stderr.write(`Nothing to work on: ${missing.join(', ')} is not there, beside the checkout.\n`);
  process.exit(LACKS_DATA);
}
