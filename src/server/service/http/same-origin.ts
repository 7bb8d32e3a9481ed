import { RequestRefused } from './problem.ts';

const LOOPBACK_NAMES: ReadonlySet<string> = new Set(['localhost', '127.0.0.1', '[::1]']);

export function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || /^127(?:\.\d{1,3}){3}$/.test(host);
}

/**
 * Refuses web pages where no token is needed. A page in a local browser could use DNS rebinding, which shows in `Host`,
 * or send blind requests, which carry `Origin`.
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
