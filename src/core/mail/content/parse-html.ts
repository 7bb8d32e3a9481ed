import { Parser, type Handler } from 'htmlparser2';

/**
 * Browsers stop at this depth too. The parser searches all open elements at each end tag: a megabyte of unclosed tags
 * would take minutes.
 */
const MAX_DEPTH = 512;

/** Characters between checks of the depth. */
const PIECE = 8_192;

type HtmlHandler = Pick<Partial<Handler>, 'onopentag' | 'ontext' | 'onclosetag' | 'oncomment'>;

export function parseHtml(html: string, handler: HtmlHandler): boolean {
  const open = { depth: 0 };
  const parser = new Parser({
    ...handler,
    onopentag(...words) {
      open.depth++;
      handler.onopentag?.(...words);
    },
    onclosetag(...words) {
      open.depth--;
      handler.onclosetag?.(...words);
    },
  });
  for (let at = 0; at < html.length && open.depth <= MAX_DEPTH; at += PIECE)
    parser.write(html.slice(at, at + PIECE));
  const isWhole = open.depth <= MAX_DEPTH;
  parser.end();
  return isWhole;
}
