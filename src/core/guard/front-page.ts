/**
 * Readers take a front page for the whole site, so no feed may list a popular site's: the browser shows
 * `outlook.live.com/owa/` above every mail.
 */
const FRONT_PAGES =
  /^\/(?:(?:index|default|home|main|welcome|start)(?:\.(?:html?|php|aspx?|jsp|cgi))?|owa|home|login|signin|sign-in|signup|account|en|[a-z]{2}[-_][a-z]{2}|www|web|app|m|mobile)?\/?$/i;

/** @param path - with its query */
export function isFrontPage(path: string): boolean {
  return FRONT_PAGES.test(path);
}
