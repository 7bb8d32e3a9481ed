import { ensureNode24 } from '../../scripts/setup/node-24.mjs';

export function setup(): void {
  const reason = ensureNode24();
  if (reason !== null) throw new Error(`no Node 24: ${reason}`);
}
