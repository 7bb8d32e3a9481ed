/**
 * Paths that are a site's front door under another name. On a popular site such a URL is the whole site to most
 * readers: `outlook.live.com/owa/` is above every mail of its users.
 */
const FRONT_PAGES =
  /^\/(?:(?:index|default|home|main|welcome|start)(?:\.(?:html?|php|aspx?|jsp|cgi))?|owa|home|login|signin|sign-in|signup|account|en|[a-z]{2}[-_][a-z]{2}|www|web|app|m|mobile)?\/?$/i;

/** @param path - with its query, as in `Expression.path` */
export function isFrontPage(path: string): boolean {
  return FRONT_PAGES.test(path);
}
