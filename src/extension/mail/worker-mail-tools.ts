import type { MailTools } from '../../core/mail/content/mail-tools.ts';
import { parseHtml } from '../../core/mail/content/parse-html.ts';

/** A worker has no DOM. `parseHtml` must not load or run content. */
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
      // Each engine has its own error for damaged data. Bytes after the packed data also throw but are valid in PDF:
      // keep what was inflated.
      if (length === 0) return null;
    }
    return new Uint8Array(await new Blob(pieces).arrayBuffer());
  },
};
