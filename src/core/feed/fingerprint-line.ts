import { isBand } from '../fingerprint/band-digest.ts';
import { refused, type FeedLine } from './feed-line.ts';

/** A band as `spamlight fingerprint` prints it: `0.9f86d081884c7d65`. */
export function readFingerprintLine(text: string, line: number, found: FeedLine[]): void {
  const bare = text.replace(/#.*/, '').trim();
  if (bare === '') return;
  found.push(
    isBand(bare)
      ? { kind: 'entry', line, entry: { kind: 'message', band: bare } }
      : refused(line, bare, bare.startsWith('<') ? 'markup' : 'bad-fingerprint'),
  );
}
