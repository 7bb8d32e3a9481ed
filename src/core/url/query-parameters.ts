import { decodeOnce } from './percent-escapes.ts';

/** Parameters of one query that are looked at: more than any wrapper has, and a bound on what a hostile one costs. */
const MAX_PARAMETERS = 64;

export interface QueryParameter {
  /** Decoded, lower case. */
  readonly name: string;
  /** Raw. */
  readonly value: string;
}

/** Split before anything is decoded: an encoded `&` belongs to the value. */
export function queryParameters(query: string): readonly QueryParameter[] {
  const parameters: QueryParameter[] = [];
  for (const field of query.split('&', MAX_PARAMETERS)) {
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
