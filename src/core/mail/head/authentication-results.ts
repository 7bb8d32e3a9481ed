import type { Email } from 'postal-mime';

/** One `Authentication-Results` field (RFC 8601), written by a server or a forger. */
export interface AuthenticationResults {
  /** Authserv-id of that server, lower case; anybody can write it. */
  readonly server: string;
  /** As in RFC 8601, 2.7: `pass`, `fail`, `none`; null if absent. */
  readonly spf: string | null;
  readonly dkim: string | null;
  readonly dmarc: string | null;
  /** The From domain of the DMARC result; null if not named. */
  readonly headerFrom: string | null;
  /** The field stands directly below the previous one. */
  readonly followsLast: boolean;
}

/** Forged mail can have thousands of fields; each real hop writes a handful. */
const MAX_FIELDS = 50;
const MAX_FIELD_LENGTH = 4_000;

/** Topmost first. Ambiguous fields have no results. */
export function authenticationResultsOf({
  headers,
}: Pick<Email, 'headers'>): readonly AuthenticationResults[] {
  const found: AuthenticationResults[] = [];
  let last = -1;
  for (const [index, { key, value }] of headers.entries()) {
    if (key !== 'authentication-results') continue;
    if (found.length >= MAX_FIELDS) break;
    const results = readField(value);
    if (results === null) continue;
    found.push({ ...results, followsLast: last !== -1 && last === index - 1 });
    last = index;
  }
  return found;
}

function readField(value: string): Omit<AuthenticationResults, 'followsLast'> | null {
  const plain = value.length > MAX_FIELD_LENGTH ? null : withoutComments(value);
  const [first = '', ...infos] = (plain ?? value.slice(0, MAX_FIELD_LENGTH)).split(';');
  const server = first.trim().split(/\s/)[0]?.toLowerCase() ?? '';
  // Microsoft names no server, so anybody could have written its fields.
  if (server === '' || server.includes('=')) return null;
  const known = plain === null ? [] : infos;
  const dmarc = resultOf('dmarc', known);
  return {
    server,
    spf: resultOf('spf', known),
    dkim: resultOf('dkim', known),
    dmarc,
    headerFrom: dmarc === null ? null : headerFromIn(known),
  };
}

/** @returns null if absent or ambiguous */
function resultOf(method: string, infos: readonly string[]): string | null {
  const found = new Set<string>();
  for (const info of infos) {
    const [name = '', ...rest] = info.trim().split('=');
    if (name.trim().toLowerCase() !== method) continue;
    const result = /^\s*([a-z_]+)/i.exec(rest.join('='))?.[1];
    if (result !== undefined) found.add(result.toLowerCase());
  }
  const [only, ...others] = found;
  if (others.length === 0) return only ?? null;
  // Of several DKIM signatures, one valid one is enough. Two different results of another method are manipulation.
  return method === 'dkim' && found.has('pass') ? 'pass' : null;
}

function headerFromIn(infos: readonly string[]): string | null {
  const info = infos.find((each) => /^\s*dmarc\s*=/i.test(each)) ?? '';
  return /\sheader\.from\s*=\s*"?([\w.@-]+)/i.exec(info)?.[1]?.replace(/^.*@/, '').toLowerCase() ?? null;
}

/**
 * Removes comments, because they may quote the sender. So may quoted strings: `"x; dmarc=pass "@evil.example` could
 * pass for a result.
 *
 * @returns null if a quoted string contains separators, or brackets do not match
 */
function withoutComments(value: string): string | null {
  if (value.includes('\\')) return null;
  const quoted = value.split('"');
  if (quoted.length % 2 === 0) return null;
  if (quoted.some((piece, index) => index % 2 === 1 && /[;()]/.test(piece))) return null;
  let depth = 0;
  let plain = '';
  for (const letter of value) {
    if (letter === '(') depth++;
    else if (letter === ')') depth--;
    else if (depth === 0) plain += letter;
    if (depth < 0) return null;
  }
  return depth === 0 ? plain : null;
}
