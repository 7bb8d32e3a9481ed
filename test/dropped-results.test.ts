import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { globSync } from 'tinyglobby';
import {
  type ArrowFunction,
  type BinaryExpression,
  type Expression,
  type ExpressionStatement,
  type Node,
  SyntaxKind,
  type VoidExpression,
} from 'typescript/unstable/ast';
import { API, type Checker, SignatureKind, type Type } from 'typescript/unstable/sync';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

/**
 * A `Result` is a failure that is expected now and then: who gets one looks at it. The compiler does not mind one that
 * is thrown away, so this asks it for the type of everything whose value nobody takes.
 */
const SOURCE = fileURLToPath(new URL('../src', import.meta.url));

let api: API;
beforeAll(() => {
  api = new API({ cwd: SOURCE });
});
afterAll(() => api.close());

interface Seen {
  readonly files: number;
  /** Values that nobody takes: most are of no type that matters. */
  readonly untaken: number;
  /** `file.ts:12 store.put(…)`. */
  readonly dropped: readonly string[];
}

function look(configFile: string, folder: string): Seen {
  const snapshot = api.updateSnapshot({ openProjects: [configFile] });
  const project = snapshot.getProject(configFile);
  if (project === undefined) throw new Error(`no project ${configFile}`);
  const { program, checker } = project;
  const names = program.getSourceFileNames().filter((name) => name.startsWith(`${folder}/`));
  let untaken = 0;
  const dropped: string[] = [];
  for (const name of names) {
    const file = program.getSourceFile(name);
    if (file === undefined) throw new Error(`no file ${name}`);
    const nodes = untakenIn(file, checker);
    untaken += nodes.length;
    const types = nodes.length === 0 ? [] : checker.getTypeAtLocation(nodes);
    nodes.forEach((node, index) => {
      const type = types[index];
      if (type === undefined || !holdsResult(type, checker)) return;
      const start = node.getStart(file);
      const line = file.text.slice(0, start).split('\n').length;
      const shown = file.text.slice(start, node.end).replace(/\s+/g, ' ').slice(0, 80);
      dropped.push(`${relative(folder, name)}:${line} ${shown}`);
    });
  }
  return { files: names.length, untaken, dropped };
}

/** Statements that are a value, what `void` is written before, and what an arrow gives to a caller that takes nothing. */
function untakenIn(root: Node, checker: Checker): Expression[] {
  const found: Expression[] = [];
  const visit = (node: Node): void => {
    /* oxlint-disable typescript/no-unsafe-enum-comparison */
    if (node.kind === SyntaxKind.ExpressionStatement) {
      const { expression } = node as ExpressionStatement;
      if (!isAssignment(expression)) found.push(expression);
    } else if (node.kind === SyntaxKind.VoidExpression) found.push((node as VoidExpression).expression);
    else if (node.kind === SyntaxKind.ArrowFunction) {
      const { body } = node as ArrowFunction;
      if (body.kind !== SyntaxKind.Block && isForNothing(node as ArrowFunction, checker)) found.push(body);
    }
    /* oxlint-enable typescript/no-unsafe-enum-comparison */
    node.forEachChild(visit);
  };
  visit(root);
  return found;
}

function isAssignment(node: Node): boolean {
  if (node.kind !== SyntaxKind.BinaryExpression) return false;
  const { kind } = (node as BinaryExpression).operatorToken;
  return kind >= SyntaxKind.FirstAssignment && kind <= SyntaxKind.LastAssignment;
}

function isForNothing(arrow: ArrowFunction, checker: Checker): boolean {
  const wanted = checker.getContextualType(arrow);
  if (wanted === undefined) return false;
  return checker.getSignaturesOfType(wanted, SignatureKind.Call).some((signature) => {
    const gives = checker.getReturnTypeOfSignature(signature);
    return gives !== undefined && checker.typeToString(gives) === 'void';
  });
}

/** Itself, in a union, or in what it is made of: a promise, a list. */
function holdsResult(type: Type, checker: Checker, depth = 0): boolean {
  if (depth > 4) return false;
  if (type.getAliasSymbol()?.name === 'Result') return true;
  if (type.isUnionType()) return type.getTypes().some((each) => holdsResult(each, checker, depth + 1));
  const isFailure =
    type.isObjectType() &&
    checker.getPropertyOfType(type, 'failure') !== undefined &&
    checker.getPropertyOfType(type, 'ok') !== undefined;
  if (isFailure) return true;
  const isMade = type.isObjectType() && type.isTypeReference();
  return isMade && checker.getTypeArguments(type).some((each) => holdsResult(each, checker, depth + 1));
}

const rooms = globSync('**/tsconfig.json', { cwd: SOURCE });

describe('no result is dropped', () => {
  test('no `Result` is dropped in any of more than five rooms', () => {
    expect(rooms.length).toBeGreaterThan(5);
  });

  test.each(rooms)('no `Result` is dropped in %s', (room) => {
    const seen = look(join(SOURCE, room), SOURCE);
    expect(seen.files).toBeGreaterThan(10);
    expect(seen.dropped).toEqual([]);
  });

  test('a `Result` that a planted piece of code drops is found', () => {
    const folder = mkdtempSync(join(tmpdir(), 'spamlight-'));
    try {
      writeFileSync(
        join(folder, 'tsconfig.json'),
        JSON.stringify({ compilerOptions: { strict: true, target: 'es2023' }, include: ['*.ts'] }),
      );
      writeFileSync(join(folder, 'planted.ts'), PLANTED);
      const { dropped, untaken } = look(join(folder, 'tsconfig.json'), folder);
      expect(dropped.map((line) => line.replace(/^planted\.ts:\d+ /, ''))).toEqual([
        'put()',
        'await later()',
        'later()',
        'await Promise.all([later(), later()])',
        'later().then((done) => done)',
        'put()',
        'maybe()',
      ]);
      expect(untaken).toBeGreaterThan(dropped.length);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});

const PLANTED = `
type Result<V, F> = { readonly ok: true; readonly value: V } | { readonly ok: false; readonly failure: F };
declare function put(): Result<null, 'full'>;
declare function later(): Promise<Result<null, 'full'>>;
declare function maybe(): Promise<Result<null, 'full'> | undefined>;
declare function fine(): Promise<boolean>;
declare function on(listeners: { call: () => void }): void;
export async function drops(): Promise<boolean> {
  put();
  await later();
  void later();
  await Promise.all([later(), later()]);
  void later().then((done) => done);
  on({ call: () => put() });
  void maybe();
  await fine();
  void later().then(({ ok }) => ok);
  const looked = await later();
  return looked.ok;
}
`;
