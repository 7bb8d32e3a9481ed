import type { MailToRead } from '../../platform/mail-worker.ts';

/** `evil.example/path`, as people write a link without its scheme. */
const WITHOUT_SCHEME = /^(?:[\p{L}\p{N}-]+\.)+\p{L}{2,}(?::\d{1,5})?(?:[/?#]\S*)?$/u;

/** What was pasted, as a file of its own: the source of a message, HTML, text, or one link. */
export function pasted(text: string): MailToRead {
  const one = text.trim();
  const link = /\s/.test(one) ? null : refanged(one);
  const isBare = link !== null && WITHOUT_SCHEME.test(link);
  return {
    name: '',
    type: '',
    content: new TextEncoder().encode(isBare ? `http://${link}` : (link ?? text)),
  };
}

/** A link that somebody has made harmless to write about it: `hxxps://evil[.]example`. */
function refanged(link: string): string {
  return link
    .replace(/^hxxp/i, 'http')
    .replaceAll(/\[\.\]|\(\.\)|\[dot\]/gi, '.')
    .replace(/^(https?)\[:\]/i, '$1:');
}
