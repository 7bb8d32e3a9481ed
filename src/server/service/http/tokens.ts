import { isRecord } from '../../../core/fields/is-record.ts';
import { createHash } from 'node:crypto';
import { fail, ok, type Result } from '../../../core/result.ts';

export const RIGHTS = ['check', 'report', 'changes', 'metrics'] as const;
export type Right = (typeof RIGHTS)[number];

export interface TokenHolder {
  readonly name: string;
  readonly rights: ReadonlySet<Right>;
}

/** Shorter tokens could be guessed. */
export const MIN_TOKEN_CHARACTERS = 24;

export class Tokens {
  readonly #holders = new Map<string, TokenHolder>();

  constructor(holders: Iterable<readonly [token: string, holder: TokenHolder]> = []) {
    for (const [token, holder] of holders) this.#holders.set(digestOf(token), holder);
  }

  count(): number {
    return this.#holders.size;
  }

  holderOf(header: string | undefined): TokenHolder | null {
    const token = /^Bearer ([\w.~+/=-]{1,512})$/i.exec(header ?? '')?.[1];
    // By digest, so that lookup timing reveals nothing about the token.
    return token === undefined ? null : (this.#holders.get(digestOf(token)) ?? null);
  }
}

/** Parses `{"tokens": [{"name": "forum", "token": "…", "may": ["check", "report"]}]}`. */
export function parseTokens(value: unknown): Result<Tokens, string> {
  const list = isRecord(value) ? value['tokens'] : undefined;
  if (!Array.isArray(list)) return fail('has no list "tokens"');
  const holders = new Map<string, TokenHolder>();
  for (const [index, item] of list.entries()) {
    const where = `tokens[${index}]`;
    if (!isRecord(item)) return fail(`${where} is no object`);
    const { name, token, may } = item;
    if (typeof name !== 'string' || !/^[\w-]{1,64}$/.test(name))
      return fail(`${where}.name must be 1 to 64 letters, digits, - or _`);
    if (
      typeof token !== 'string' ||
      !/^[\w.~+/=-]{1,512}$/.test(token) ||
      token.length < MIN_TOKEN_CHARACTERS
    )
      return fail(`${where}.token must have ${MIN_TOKEN_CHARACTERS} to 512 characters of a bearer token`);
    if (holders.has(token)) return fail(`${where}.token is that of another`);
    const rights = new Set<Right>();
    for (const given of Array.isArray(may) ? may : []) {
      const right = RIGHTS.find((known) => known === given);
      if (right === undefined) return fail(`${where}.may holds something else than ${RIGHTS.join(', ')}`);
      rights.add(right);
    }
    if (rights.size === 0) return fail(`${where}.may is empty`);
    holders.set(token, { name, rights });
  }
  return ok(new Tokens(holders));
}

function digestOf(token: string): string {
  return createHash('sha256').update(token).digest('base64');
}
