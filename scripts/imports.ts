import { readFileSync } from 'node:fs';
import { dirname, relative, resolve } from 'node:path';
import { globSync } from 'tinyglobby';

export interface Import {
  /** Path in the source folder. */
  readonly from: string;
  /** Path in the source folder, or a package. */
  readonly target: string;
  readonly typeOnly: boolean;
}

/** @returns relative paths */
export function modulesIn(source: string): readonly string[] {
  return globSync('**/*.{ts,tsx}', { cwd: source, ignore: ['**/*.d.ts'] });
}

/** @param file - path in `source` */
export function importsOf(file: string, source: string): readonly Import[] {
  const text = readFileSync(resolve(source, file), 'utf8');
  const statements = text.matchAll(
    /^\s*(?:import|export)\s+(type\s+)?(?:[^'"`;]*?\s+from\s+)?['"]([^'"]+)['"]|\bimport\(\s*['"]([^'"]+)['"]\s*\)/gm,
  );
  return [...statements].flatMap(([, type, name, dynamic]) => {
    const target = name ?? dynamic ?? '';
    // A template, not an import.
    if (target.includes('${')) return [];
    const local = target.startsWith('.');
    return {
      from: file,
      target: local ? relative(source, resolve(source, dirname(file), target.replace(/\?.*$/, ''))) : target,
      typeOnly: type !== undefined,
    };
  });
}

/** Folder → other folders it imports from, types included. */
export function foldersOf(
  modules: readonly string[],
  imports: readonly Import[],
): ReadonlyMap<string, readonly string[]> {
  const known = new Set(modules);
  const folders = new Map<string, Set<string>>();
  for (const { from, target } of imports) {
    if (!known.has(target) || dirname(from) === dirname(target)) continue;
    const targets = folders.get(dirname(from)) ?? new Set();
    folders.set(dirname(from), targets.add(dirname(target)));
  }
  return new Map([...folders].map(([folder, targets]) => [folder, [...targets]]));
}

/** @returns cycles, from a member back to itself; overlapping ones may be missing */
export function cyclesIn(targets: ReadonlyMap<string, readonly string[]>): string[] {
  const circles: string[] = [];
  const done = new Set<string>();
  const walk = (node: string, path: readonly string[]): void => {
    const start = path.indexOf(node);
    if (start >= 0) circles.push([...path.slice(start), node].join(' → '));
    if (start >= 0 || done.has(node)) return;
    for (const target of targets.get(node) ?? []) walk(target, [...path, node]);
    done.add(node);
  };
  for (const node of targets.keys()) walk(node, []);
  return circles;
}
