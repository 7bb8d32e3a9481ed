import type { Change } from '../../../src/server/node/changes/change.ts';

/** 2026-11-20 12:00 UTC. */
export const NOW = Date.UTC(2026, 10, 20, 12) / 1000;

export function aChange({
  host = 'bad.example',
  path = '/',
  ...rest
}: Partial<Omit<Change, 'entry'>> & { readonly host?: string; readonly path?: string }): Change {
  return {
    id: 'a',
    action: 'add',
    entry: { kind: 'url', host, path },
    sequence: 5,
    category: 'phishing',
    level: 'danger',
    expiresAt: null,
    at: NOW,
    ...rest,
  };
}
