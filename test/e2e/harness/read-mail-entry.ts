import type { MailTools, MarkupHandler } from '../../../src/core/mail/content/mail-tools.ts';
import { readMessage } from '../../../src/core/mail/read-message.ts';

/** As deep as browsers attach elements. */
const MAX_DEPTH = 512;

/** What a browser reads mail with: its own parser, and its own way to unpack. */
const BROWSER_MAIL: MailTools = {
  parseHtml(html, handler) {
    const page = new DOMParser().parseFromString(html, 'text/html');
    return tell(page, handler, 0);
  },
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
        pieces.push(next.value);
        if (length > max) return null;
      }
    } catch {
      // What follows the packed bytes, as a line end does, is an error to it, and none to a PDF file.
      if (length === 0) return null;
    }
    return new Uint8Array(await new Blob(pieces).arrayBuffer());
  },
};

function tell(parent: Node, handler: MarkupHandler, depth: number): boolean {
  if (depth > MAX_DEPTH) return false;
  let isWhole = true;
  for (const node of parent.childNodes) {
    if (node instanceof Text) handler.ontext?.(node.data);
    else if (node instanceof Comment) handler.oncomment?.(node.data);
    else if (node instanceof Element) {
      const name = node.localName;
      const attributes = [...node.attributes].map((attribute): [string, string] => [
        attribute.name.toLowerCase(),
        attribute.value,
      ]);
      handler.onopentag?.(name, Object.fromEntries(attributes));
      isWhole = tell(node, handler, depth + 1) && isWhole;
      handler.onclosetag?.(name);
    }
  }
  return isWhole;
}

export interface MailRead {
  readonly hrefs: readonly string[];
  readonly beside: readonly string[];
  readonly unread: readonly string[];
  readonly attachments: readonly object[];
  readonly head: unknown;
  readonly text: string;
}

/** @param mails - in base64 */
export async function readMails(mails: readonly string[]): Promise<readonly (MailRead | null)[]> {
  const read: (MailRead | null)[] = [];
  for (const mail of mails) {
    const content = Uint8Array.from(atob(mail), (letter) => letter.charCodeAt(0));
    read.push(await readOne(content, BROWSER_MAIL));
  }
  return read;
}

export async function readOne(content: Uint8Array, tools: MailTools): Promise<MailRead | null> {
  const message = await readMessage({ kind: 'raw', content }, tools);
  if (!message.ok) return null;
  const { hrefs, beside, unread, attachments, shown } = message.value;
  const { head, body } = shown.facts;
  // Of letters that are not read each makes others.
  const text = unread.has('character-set') ? '' : (body?.text ?? '');
  return { hrefs, beside, unread: [...unread], attachments, head, text };
}
