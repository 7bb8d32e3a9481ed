/** `path` is like `feeds[2].category`; `message` addresses the file's author. */
export interface FieldProblem {
  readonly path: string;
  readonly message: string;
}

/** A Map, so that no name from outside reaches a prototype. */
export type Members = ReadonlyMap<string, unknown>;

/**
 * Collects every problem of a hand-written file. After a problem, methods return a usable value, so that checking goes
 * on.
 */
export class FieldProblems {
  readonly problems: FieldProblem[] = [];
  readonly warnings: FieldProblem[] = [];

  problem(path: string, message: string): void {
    this.problems.push({ path, message });
  }

  warning(path: string, message: string): void {
    this.warnings.push({ path, message });
  }

  record(value: unknown, path: string): Members {
    if (typeof value === 'object' && value !== null && !Array.isArray(value))
      return new Map(Object.entries(value));
    this.problem(path === '' ? '(the file)' : path, 'must be an object');
    return new Map();
  }

  /** Unknown keys only warn: files for later versions must still work. */
  warnUnknownKeys(members: Members, path: string, known: readonly string[]): void {
    for (const key of members.keys()) {
      if (known.includes(key)) continue;
      this.warning(
        path === '' ? key : `${path}.${key}`,
        `is not known and is ignored (known: ${known.join(', ')})`,
      );
    }
  }

  text(value: unknown, path: string): string {
    if (typeof value === 'string' && value.trim() !== '') return value;
    this.problem(path, value === undefined ? 'is missing' : 'must be a text that is not empty');
    return '';
  }

  optionalText(value: unknown, path: string): string | null {
    return value === undefined || value === null ? null : this.text(value, path);
  }

  texts(value: unknown, path: string): readonly string[] {
    return this.optionalList(value, path).map((item, index) => this.text(item, `${path}[${index}]`));
  }

  flag(value: unknown, path: string, fallback: boolean): boolean {
    if (typeof value === 'boolean') return value;
    if (value !== undefined) this.problem(path, 'must be true or false');
    return fallback;
  }

  oneOf<Value extends string>(
    value: unknown,
    path: string,
    allowed: readonly Value[],
    fallback: Value,
  ): Value {
    const found = allowed.find((one) => one === value);
    if (found !== undefined) return found;
    this.problem(
      path,
      `${value === undefined ? 'is missing: it' : ''} must be one of ${allowed.join(', ')}`.trim(),
    );
    return fallback;
  }

  /** Both bounds are inclusive. */
  optionalNumber(value: unknown, path: string, least: number, most: number): number | null {
    if (value === undefined || value === null) return null;
    if (typeof value === 'number' && value >= least && value <= most) return value;
    this.problem(path, `must be a number from ${least} to ${most}`);
    return null;
  }

  list(value: unknown, path: string): readonly unknown[] {
    if (Array.isArray(value)) return value;
    this.problem(path, value === undefined ? 'is missing' : 'must be a list');
    return [];
  }

  optionalList(value: unknown, path: string): readonly unknown[] {
    return value === undefined ? [] : this.list(value, path);
  }
}
