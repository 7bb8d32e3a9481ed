import { decodeOnce } from './percent-escapes.ts';

export interface QueryParameter {
  /** Decoded, lower case. */
  readonly name: string;
  /** Raw. */
  readonly value: string;
}

/**
 * All of them, however many: time and memory are in proportion to the query, and a limit would be a place to hide
 * behind. Split before anything is decoded: an encoded `&` belongs to the value.
 */
export function queryParameters(query: string): readonly QueryParameter[] {
  const parameters: QueryParameter[] = [];
  for (const field of query.split('&')) {
    const equals = field.indexOf('=');
    if (equals === -1) continue;
    // `&amp;` where somebody escaped a link for HTML twice.
    const name = decodeOnce(field.slice(0, equals))
      .toLowerCase()
      .replace(/^(?:amp;)+/, '');
    parameters.push({ name, value: field.slice(equals + 1) });
  }
  return parameters;
}
