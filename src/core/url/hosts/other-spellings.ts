import type { HostFacts } from './host-facts.ts';
import { userPartEnd } from './shared-hosting.ts';

/** What a Java server puts into the path of whoever sends no cookie. */
const SESSION = /;jsessionid=[^/?;]*/gi;
/** Which of the signed-in accounts shall open a document of Google's: another number, the same document. */
const GOOGLE_ACCOUNT = /^\/([a-z]+)\/u\/\d+\//;

/**
 * Adds other paths under which servers give the same page: without a session, without Google's number of an account, with
 * and without the last slash. Feeds list one of them, mails link to another.
 *
 * Looked up after everything else, so that they cost no other key its place. Never a path that says more than the
 * page itself: on a host that many share nothing above one user's part.
 *
 * @param paths - those that the page is looked up under so far, to which they are added
 * @param path - canonical
 * @param query - null or empty if there is none
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
