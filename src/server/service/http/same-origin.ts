import { RequestRefused } from './problem.ts';

const LOOPBACK_NAMES: ReadonlySet<string> = new Set(['localhost', '127.0.0.1', '[::1]']);

export function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || /^127(?:\.\d{1,3}){3}$/.test(host);
}

/**
 * Keeps web pages away from a service that asks for no token because it listens on loopback only. A page in a browser
 * on this machine could reach it under a name of its own that resolves to 127.0.0.1 (DNS rebinding): then `Host` is that
 * name. Or from its own origin, blindly: then there is an `Origin`.
 */
export function refuseForeign(host: string | undefined, origin: string | undefined): void {
  const name = (host ?? '').replace(/:\d{1,5}$/, '').toLowerCase();
  if (!LOOPBACK_NAMES.has(name)) {
    throw new RequestRefused(421, 'foreign-host', 'Ask this service under localhost, 127.0.0.1 or [::1].');
  }
  if (origin !== undefined) {
    throw new RequestRefused(403, 'foreign-origin', 'Web pages may not ask this service.');
  }
}
