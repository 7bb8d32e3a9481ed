import { Parser, type Handler } from 'htmlparser2';

/**
 * Elements within elements that are followed. Browsers go no deeper than 512 either; the parser looks at all that are
 * open for each end tag, so that a megabyte of tags that nobody closes would take it minutes.
 */
const MAX_DEPTH = 512;

/** Characters between two looks at the depth. */
const PIECE = 8_192;

type HtmlHandler = Pick<Partial<Handler>, 'onopentag' | 'ontext' | 'onclosetag' | 'oncomment'>;

/** @returns false if it lies deeper than is followed; what comes after that is not read */
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
