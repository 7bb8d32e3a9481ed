import type { MailTools } from '../../core/mail/content/mail-tools.ts';
import { parseHtml } from '../../core/mail/content/parse-html.ts';

/** What a worker reads mail with: it has no DOM, and what it reads HTML with must not load or run any of it. */
export const WORKER_MAIL: MailTools = {
  parseHtml,
  async inflate(packed, max) {
    const stream = new Blob([new Uint8Array(packed)])
      .stream()
      .pipeThrough(new DecompressionStream('deflate'));
    const reader = stream.getReader();
    const pieces: Uint8Array<ArrayBuffer>[] = [];
    let length = 0;
    try {
      for (let next = await reader.read(); !next.done; next = await reader.read()) {
        length += next.value.length;
        if (length > max) {
          await reader.cancel();
          return null;
        }
        pieces.push(next.value);
      }
    } catch {
      // Damaged packing, for which each engine has an error of its own. What follows the packed bytes, as a line end does, is an error to it, and none to a PDF file.
      if (length === 0) return null;
    }
    return new Uint8Array(await new Blob(pieces).arrayBuffer());
  },
};
