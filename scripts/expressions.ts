import { readFileSync } from 'node:fs';
import { checkSync } from 'recheck';
import { globSync } from 'tinyglobby';
import { parseAst } from 'vite';

export interface FoundExpression {
  /** `src/core/url/x.ts:12` */
  readonly place: string;
  readonly pattern: string;
  readonly flags: string;
}

export function expressionsIn(folders: readonly string[]): readonly FoundExpression[] {
  const files = globSync(folders.map((folder) => `${folder}/**/*.{ts,tsx}`)).toSorted();
  return files.flatMap((file) => {
    const source = readFileSync(file, 'utf8');
    const found: FoundExpression[] = [];
    visit(parseAst(source, { lang: file.endsWith('x') ? 'tsx' : 'ts' }, file), (node) => {
      const at = (offset: unknown): string => `${file}:${source.slice(0, Number(offset)).split('\n').length}`;
      const { type, regex, callee, start } = node;
      if (type === 'Literal' && isRegex(regex)) found.push({ place: at(start), ...regex });
      if (
        (type === 'NewExpression' || type === 'CallExpression') &&
        isNode(callee) &&
        callee['name'] === 'RegExp'
      )
        throw new Error(
          `${at(start)}: an expression made of strings cannot be checked; write it as a literal`,
        );
    });
    return found;
  });
}

const CHECK_TIMEOUT_MS = 60_000;

/** Begins with `safe` if time is linear for every text. */
export function statusOf(pattern: string, flags: string): string {
  const { status, ...rest } = checkSync(pattern, flags, { timeout: CHECK_TIMEOUT_MS });
  const complexity = 'complexity' in rest ? rest.complexity?.summary : undefined;
  return complexity === undefined ? status : `${status}, ${complexity}`;
}

type Node = Readonly<Record<string, unknown>>;

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null;
}

function isRegex(value: unknown): value is { readonly pattern: string; readonly flags: string } {
  return isNode(value) && typeof value['pattern'] === 'string' && typeof value['flags'] === 'string';
}

function visit(value: unknown, found: (node: Node) => void): void {
  if (!isNode(value)) return;
  if (typeof value['type'] === 'string') found(value);
  for (const child of Object.values(value)) visit(child, found);
}
