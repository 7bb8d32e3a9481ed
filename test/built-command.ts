import { ensureBuilt } from '../scripts/build.mjs';

/** What tests start as people do is built once, before them. */
export async function setup(): Promise<void> {
  await ensureBuilt('cli');
}
