import { compactVerify, errors, importJWK } from 'jose';
import { isRecord } from '../fields/is-record.ts';
import { readOrNull } from '../fields/schema.ts';
import { isPublicKey, KEY_ID } from './key-list.ts';

/** Names of Ed25519 in RFC 8037 and RFC 9864. */
const ALGORITHMS = ['EdDSA', 'Ed25519'];

export interface UnverifiedJws {
  readonly header: unknown;
  readonly payload: unknown;
}

export function readJws(jws: string): UnverifiedJws | null {
  const parts = jws.split('.');
  // Later decoders would skip line breaks and the like, so several texts would pass as one JWS.
  if (parts.length !== 3 || !parts.every((part) => /^[A-Za-z0-9_-]*$/.test(part))) return null;
  const header = jsonOf(parts[0] ?? '');
  const payload = jsonOf(parts[1] ?? '');
  return header === undefined || payload === undefined ? null : { header, payload };
}

function jsonOf(base64url: string): unknown {
  if (base64url.length % 4 === 1) return undefined;
  const binary = atob(base64url.replaceAll('-', '+').replaceAll('_', '/'));
  const bytes = Uint8Array.from(binary, (character) => character.charCodeAt(0));
  try {
    const parsed: unknown = JSON.parse(
      new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes),
    );
    return parsed;
  } catch {
    return undefined;
  }
}

/** Refuses `crit`, `b64` and a key from the signer. */
export function isJwsHeader(header: unknown): header is Readonly<Record<string, unknown>> {
  if (!isRecord(header)) return false;
  for (const name of Object.keys(header)) if (!['alg', 'kid', 'typ'].includes(name)) return false;
  return ALGORITHMS.some((algorithm) => algorithm === header['alg']);
}

export function kidOf(header: unknown): string | null {
  return isJwsHeader(header) ? readOrNull(KEY_ID, header['kid']) : null;
}

/** RFC 8037, appendix A.4. */
const KNOWN_JWS =
  'eyJhbGciOiJFZERTQSJ9.RXhhbXBsZSBvZiBFZDI1NTE5IHNpZ25pbmc.hgyY0il_MGCjP0JzlnLWG1PPOt7-09PGcvMg3AIbQR6dWbhijcNR4ki4iylGjg5BhVsPt9g7sVvpAr_MuM0KAg';
const KNOWN_KEY = '11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo';

/** Whether this browser has Ed25519. Without it, a good signature looks like a forgery or a fault of ours. */
export async function canVerify(): Promise<boolean> {
  // Browsers differ in what they throw, and `isSignedBy` passes on what it does not expect.
  return isSignedBy(KNOWN_JWS, KNOWN_KEY).catch(() => false);
}

export async function isSignedBy(jws: string, publicKey: string): Promise<boolean> {
  if (!isPublicKey(publicKey)) return false;
  try {
    const key = await importJWK({ kty: 'OKP', crv: 'Ed25519', x: publicKey }, 'EdDSA');
    await compactVerify(jws, key, { algorithms: ALGORITHMS });
    return true;
  } catch (error) {
    if (error instanceof errors.JWSSignatureVerificationFailed || error instanceof errors.JWSInvalid)
      return false;
    // WebCrypto's error for 32 bytes that are no point of the curve.
    if (error instanceof Error && error.name === 'DataError') return false;
    throw error;
  }
}
