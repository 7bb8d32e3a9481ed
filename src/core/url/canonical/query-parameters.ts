import { decodeOnce } from './percent-escapes.ts';

export interface QueryParameter {
  /** Decoded, lower case. */
  readonly name: string;
  /** Raw. */
  readonly value: string;
}

/**
 * Reads any number of parameters: a sender could hide one behind a limit. Splits before decoding, as an encoded `&`
 * belongs to the value.
 */
export function queryParameters(query: string): readonly QueryParameter[] {
  const parameters: QueryParameter[] = [];
  for (const field of query.split('&')) {
    const equals = field.indexOf('=');
    if (equals === -1) continue;
    // `&amp;` from double HTML escaping.
    const name = decodeOnce(field.slice(0, equals))
      .toLowerCase()
      .replace(/^(?:amp;)+/, '');
    parameters.push({ name, value: field.slice(equals + 1) });
  }
  return parameters;
}
