import type { WebUrl } from '../canonical/canonical-url.ts';
import { decodeOnce } from '../canonical/percent-escapes.ts';
import { queryParameters, type QueryParameter } from '../canonical/query-parameters.ts';

/**
 * Page behind Google Translate: `www-example-co--op-com.translate.goog` is `www.example.co-op.com`. Source:
 * https://developers.google.com/search/docs/appearance/ad-network-and-translation
 */
export function translatedPages(url: WebUrl, most: number): readonly string[] {
  const label = url.host.slice(0, -'.translate.goog'.length);
  if (label === '' || label.includes('.')) return [];
  const query = (url.sentQuery ?? '')
    .split('&')
    .filter((field) => !field.startsWith('_x_tr_'))
    .join('&');
  const page = `${url.sentPath}${query === '' ? '' : `?${query}`}`;
  const hosts = translatedHosts(label, queryParameters(url.sentQuery ?? ''), most);
  return hosts.map((host) => `https://${host}${page}`);
}

/**
 * First decodes with the query's hints, as Google documents, then without: which of repeated or malformed hints Google
 * uses is unknown.
 */
function translatedHosts(
  label: string,
  parameters: readonly QueryParameter[],
  most: number,
): readonly string[] {
  const valuesOf = (wanted: string): readonly string[] =>
    parameters.flatMap(({ name, value }) => (name === wanted ? [decodeOnce(value)] : []));
  const marks = new Set(valuesOf('_x_tr_enc').flatMap((value) => value.split(',')));
  const hosts = new Set<string>();
  // Labels hold 63 characters; if the host is longer, the query has its beginning.
  for (const beginning of [...valuesOf('_x_tr_hp').filter(isPartOfHost), '']) {
    for (const host of translatedNames(beginning + label, marks)) if (host.includes('.')) hosts.add(host);
    if (hosts.size >= most) break;
  }
  return [...hosts].slice(0, most);
}

function isPartOfHost(text: string): boolean {
  return /^[\w.-]*$/.test(text);
}

/** `1-` precedes a name that would look like punycode; `0-` replaces the `xn--` of punycode. */
function translatedNames(coded: string, marks: ReadonlySet<string>): readonly string[] {
  let name = coded;
  if (marks.has('1') && name.startsWith('1-')) name = name.slice(2);
  const isPunycode = marks.has('0') && name.startsWith('0-');
  if (isPunycode) name = name.slice(2);
  return [`${isPunycode ? 'xn--' : ''}${withDots(name)}`, withDots(coded)];
}

/**
 * Decodes `-` to a dot, `--` to a hyphen. A final `-` is a dot: no host ends in a hyphen, and a final dot changes
 * nothing.
 */
function withDots(name: string): string {
  return name.replace(/\b-(?:\b|$)/g, '.').replaceAll('--', '-');
}
