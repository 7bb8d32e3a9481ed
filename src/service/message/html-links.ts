import { parseHtml } from '../../node/mail/parse-html.ts';

/** Documents in documents that are followed: frames with their text in an attribute, Outlook's comments. */
const MAX_DOCUMENTS = 4;

/** Where an address leads nobody: it is loaded, and says how things look. */
const NO_LINKS: ReadonlySet<string> = new Set(['link', 'image', 'use', 'script', 'feimage']);
/** Elements that show another page in their place. */
const FRAMES: ReadonlySet<string> = new Set(['iframe', 'frame', 'embed', 'object']);

/** Of Outlook, which reads what all others take for a comment. */
const CONDITIONAL_COMMENT = /^\[if[^\]]*\]>/;

export interface HtmlLinks {
  /** In order, and as often as they stand there. */
  readonly hrefs: readonly string[];
  /** What is written between the tags, where many programs make links of addresses. */
  readonly text: string;
  /** False: it lies deeper than is read. */
  readonly isWhole: boolean;
}

/**
 * All that leads somewhere in HTML, whichever program shows it: links, forms and their buttons, frames, pages that
 * lead on by themselves, and what only Outlook reads.
 */
export function linksOfMarkup(html: string, documents = MAX_DOCUMENTS): HtmlLinks {
  const hrefs: string[] = [];
  let text = '';
  let base: string | null = null;
  let isWhole = true;

  function add(href: string | undefined): void {
    if (href === undefined || href.trim() === '') return;
    hrefs.push(href);
    if (base !== null && !hasScheme(href) && URL.canParse(href, base)) hrefs.push(new URL(href, base).href);
  }
  function addPage(href: string | undefined): void {
    if (href !== undefined && isPage(href)) add(href);
  }
  function follow(inner: string): void {
    const found = documents > 1 ? linksOfMarkup(inner, documents - 1) : null;
    isWhole &&= found?.isWhole ?? false;
    for (const href of found?.hrefs ?? []) hrefs.push(href);
    text += ` ${found?.text ?? ''} `;
  }

  const isRead = parseHtml(html, {
    onopentag(name, attributes) {
      text += ' ';
      if (name === 'base' && isPage(attributes['href'] ?? '')) base ??= attributes['href'] ?? null;
      if (!NO_LINKS.has(name)) {
        add(attributes['href']);
        add(attributes['xlink:href']);
      }
      if (name === 'form') add(attributes['action']);
      addPage(attributes['formaction']);
      if (FRAMES.has(name)) {
        addPage(attributes['src']);
        addPage(attributes['data']);
        if (attributes['srcdoc'] !== undefined) follow(attributes['srcdoc']);
      }
      if (name === 'meta' && /^\s*refresh\s*$/i.test(attributes['http-equiv'] ?? ''))
        addPage(refreshed(attributes['content'] ?? ''));
    },
    ontext(piece) {
      text += piece;
    },
    onclosetag() {
      text += ' ';
    },
    oncomment(comment) {
      if (CONDITIONAL_COMMENT.test(comment)) follow(comment.replace(CONDITIONAL_COMMENT, ''));
    },
  });
  return { hrefs, text, isWhole: isWhole && isRead };
}

function hasScheme(href: string): boolean {
  return /^\s*[a-z][a-z0-9+.-]*:/i.test(href);
}

/** A frame without a page of its own, as `about:blank`, or with a part of the message, leads nowhere. */
function isPage(href: string): boolean {
  // Browsers take these out wherever they stand.
  return /^[\0-\x20]*(?:(?:https?|ftp):|[/\\]{2})/i.test(href.replaceAll(/[\t\n\r]/g, ''));
}

/** `5; url='https://a.example/'`: what browsers make of it. */
function refreshed(content: string): string | undefined {
  const quoted = /^[^;,]*[;,]\s*(?:url\s*=\s*)?(["']?)(.*)$/is.exec(content);
  const [, quote = '', rest = ''] = quoted ?? [];
  const end = quote === '' ? -1 : rest.indexOf(quote);
  return end === -1 ? rest : rest.slice(0, end);
}
