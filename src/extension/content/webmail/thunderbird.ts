import type { KnownWebmails } from './known-webmails.ts';

/**
 * The message document has header tables (for printing only), all parts, and attached messages. The visible header is
 * out of reach, in the program's window; the background reads it.
 *
 * Source: Thunderbird 153.8. Selectors: certain.
 */
export const THUNDERBIRD: KnownWebmails = {
  hosted: [],
  adapters: [
    {
      name: 'thunderbird',
      messageBody: ':root > body',
      sender: ':not(*)',
      subject: ':not(*)',
    },
  ],
};
