import type { HostFacts } from './host-facts.ts';
import { userPartEnd } from './shared-hosting.ts';

/** From Java servers, for clients without cookies. */
const SESSION = /;jsessionid=[^/?;]*/gi;
/** Number of a signed-in account; the document is the same. */
const GOOGLE_ACCOUNT = /^\/([a-z]+)\/u\/\d+\//;

/**
 * Adds spellings of the same page: without session or Google account number, with and without a final slash. Feeds list
 * one spelling, mails link to another. Added spellings come last, so that the key limit drops no other key. On shared
 * hosts, adds nothing above a user's part.
 *
 * @param paths - extended in place
 */
export function addOtherPaths(
  paths: string[],
  path: string,
  query: string | null,
  { hosts, scope, userPaths }: HostFacts,
): void {
  let page = path;
  if (path.includes(';')) {
    page = path.replace(SESSION, '');
    if (page !== path) addPage(paths, page, query, scope);
  }
  if (page.includes('/u/') && isGoogle(hosts)) {
    const anyAccount = page.replace(GOOGLE_ACCOUNT, '/$1/');
    if (anyAccount !== page) {
      addPage(paths, anyAccount, query, scope);
      const end = userPartEnd(anyAccount, userPaths);
      if (end !== -1) {
        add(paths, anyAccount.slice(0, end));
        add(paths, `${anyAccount.slice(0, end)}/`);
      }
    }
    page = anyAccount;
  }
  if (page !== '/') addPage(paths, page.endsWith('/') ? page.slice(0, -1) : `${page}/`, query, scope);
}

function addPage(paths: string[], page: string, query: string | null, scope: HostFacts['scope']): void {
  if (page === '/' && scope !== 'any-path') return;
  if (query !== null && query !== '') add(paths, `${page}?${query}`);
  add(paths, page);
}

function add(paths: string[], path: string): void {
  if (!paths.includes(path)) paths.push(path);
}

function isGoogle(hosts: readonly string[]): boolean {
  return hosts[0]?.endsWith('.google.com') === true;
}
