import type { HostFacts } from './host-facts.ts';
import { userPartEnd } from './shared-hosting.ts';

/** What a Java server puts into the path of whoever sends no cookie. */
const SESSION = /;jsessionid=[^/?;]*/gi;
/** Which of the signed-in accounts shall open a document of Google's: another number, the same document. */
const GOOGLE_ACCOUNT = /^\/([a-z]+)\/u\/\d+\//;

/**
 * Other paths under which servers give the same page: without a session, without Google's number of an account, with
 * and without the last slash. Feeds list one of them, mails link to another.
 *
 * Looked up after everything else, so that they cost no other key its place. Never a path that says more than the
 * page itself: on a host that many share nothing above one user's part.
 *
 * @param path - canonical
 * @param query - null or empty if there is none
 */
export function otherPaths(
  path: string,
  query: string | null,
  { hosts, scope, userPaths }: HostFacts,
): string[] {
  const other: string[] = [];
  const add = (page: string): void => {
    if (page === '/' && scope !== 'any-path') return;
    if (query !== null && query !== '') other.push(`${page}?${query}`);
    other.push(page);
  };
  const bare = path.includes(';') ? path.replace(SESSION, '') : path;
  if (bare !== path) add(bare);
  const anyAccount = isGoogle(hosts) ? bare.replace(GOOGLE_ACCOUNT, '/$1/') : bare;
  if (anyAccount !== bare) {
    add(anyAccount);
    const end = userPartEnd(anyAccount, userPaths);
    if (end !== -1) other.push(anyAccount.slice(0, end), `${anyAccount.slice(0, end)}/`);
  }
  if (anyAccount !== '/') add(anyAccount.endsWith('/') ? anyAccount.slice(0, -1) : `${anyAccount}/`);
  return other;
}

function isGoogle(hosts: readonly string[]): boolean {
  return hosts[0]?.endsWith('.google.com') === true;
}
