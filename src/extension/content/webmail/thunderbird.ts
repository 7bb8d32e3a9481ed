import type { KnownWebmails } from './known-webmails.ts';

/**
 * The message document: header tables for printing only, all parts, attached messages. The visible header is out of
 * reach, in the program's window; the background reads it.
 *
 * Source: Thunderbird 153.8. How sure: A.
 */
export const THUNDERBIRD: KnownWebmails = {
  hosted: [],
  adapters: [
    {
      name: 'thunderbird',
      messageBody: ':root > body',
      // Messages pretending to be editors still count.
      messageFrame: { element: ':root' },
      // Matches nothing.
      sender: ':not(*)',
      subject: ':not(*)',
    },
  ],
};
