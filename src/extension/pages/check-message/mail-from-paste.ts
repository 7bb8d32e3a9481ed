import type { MailToRead } from '../../platform/mail-worker.ts';

/** `evil.example/path`. */
const WITHOUT_SCHEME = /^(?:[\p{L}\p{N}-]+\.)+\p{L}{2,}(?::\d{1,5})?(?:[/?#]\S*)?$/u;

export function mailFromPaste(text: string): MailToRead {
  const one = text.trim();
  const link = /\s/.test(one) ? null : refanged(one);
  const isBare = link !== null && WITHOUT_SCHEME.test(link);
  return {
    name: '',
    type: '',
    content: new TextEncoder().encode(isBare ? `http://${link}` : (link ?? text)),
  };
}

/** Undoes defanging: `hxxps://evil[.]example`. */
function refanged(link: string): string {
  return link
    .replace(/^hxxp/i, 'http')
    .replaceAll(/\[\.\]|\(\.\)|\[dot\]/gi, '.')
    .replace(/^(https?)\[:\]/i, '$1:');
}
