import type { Email } from 'postal-mime';

/** One `Authentication-Results` field (RFC 8601): what a server, or whoever wrote it in a server's name, says it found. */
export interface AuthenticationResults {
  /** The first word, in lower case: the authserv-id, which anybody can write. */
  readonly server: string;
  /** `pass`, `fail`, `none` and the like (RFC 8601, 2.7); null where the field says nothing of it. */
  readonly spf: string | null;
  readonly dkim: string | null;
  readonly dmarc: string | null;
  /** The domain of From to which the DMARC result applies; null where it is not named. */
  readonly headerFrom: string | null;
  /** Whether it directly follows the field of this kind before it. */
  readonly followsLast: boolean;
}

/** Forged mail can have thousands; each real hop writes a handful. */
const MAX_FIELDS = 50;
const MAX_FIELD_LENGTH = 4_000;

/** The fields in the order of the mail, topmost first. A field in which results cannot be told apart has none. */
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
  // Microsoft writes no name, so that nobody can say whose it is.
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

/** @returns null if there is none, or several that differ */
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
  // Several signatures: one that holds is enough for DKIM. Two results of the others are somebody's doing.
  return method === 'dkim' && found.has('pass') ? 'pass' : null;
}

function headerFromIn(infos: readonly string[]): string | null {
  const info = infos.find((each) => /^\s*dmarc\s*=/i.test(each)) ?? '';
  return /\sheader\.from\s*=\s*"?([\w.@-]+)/i.exec(info)?.[1]?.replace(/^.*@/, '').toLowerCase() ?? null;
}

/**
 * Drops comments, which servers fill with what the sender said.
 *
 * A quoted address such as `"x; dmarc=pass "@evil.example` could pass for a result of its own, and some servers copy it as
 * it is.
 *
 * @returns null if a quoted string holds what separates results, or brackets do not match
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
