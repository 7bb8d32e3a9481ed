import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join, relative } from 'node:path';

/** A build that tests load, or `npm start` does, which is not to the byte what people install. */
interface Difference {
  /** Paths in the package that may differ. */
  readonly files: RegExp;
  readonly why: string;
}

/**
 * All that may differ, for each kind of build; every other file is the shipped one, to the byte. `differences.spec.ts` holds
 * the builds to this list.
 */
export const DIFFERENCES = {
  /** What nearly all end-to-end tests load. */
  shipped: {
    files: /^channel\.json$/,
    why: 'It names the channel that the test serves, by the name and root key that it made. A release names its own in the same file; everything that reads it is the shipped code.',
  },
  /** Fault injection alone: `faults.spec.ts`. */
  faults: {
    files:
      /^(?:channel\.json|service-worker-loader\.js|manifest\.json|assets\/[\w.-]+\.js|src\/(?:pages|codes)\/.*\.html)$/,
    why: 'The background stops at a named line of an update when a test has asked for that in storage. No content script differs; names of bundles do, since they are made from what is in them.',
  },
  /** `npm start`. */
  demo: {
    files: /^(?:channel\.json|manifest\.json)$/,
    why: 'Its inbox and its channel are on loopback, without TLS: the manifest allows both. The scripts are the shipped ones.',
  },
} as const satisfies Record<string, Difference>;

/** The SHA-256 of every file of a folder, by its path in it. */
export function digestsOf(folder: string): ReadonlyMap<string, string> {
  const paths = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((path) => join(folder, path))
    .filter((path) => statSync(path).isFile());
  return new Map(
    paths.map((path) => [
      relative(folder, path),
      createHash('sha256').update(readFileSync(path)).digest('hex'),
    ]),
  );
}

/** Paths that are in one of two folders only, or differ. */
export function differing(one: string, other: string): readonly string[] {
  const [first, second] = [digestsOf(one), digestsOf(other)];
  if (first.size === 0 || second.size === 0) throw new Error(`no files in ${one} or ${other}`);
  return [...new Set([...first.keys(), ...second.keys()])]
    .filter((path) => first.get(path) !== second.get(path))
    .sort();
}
