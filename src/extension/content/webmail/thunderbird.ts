import type { KnownWebmails } from './known-webmails.ts';

/**
 * The document in which Thunderbird shows a message: its header as tables, for printing alone, then the bodies of all its
 * parts and of attached messages. What people see of the header is in the program's own window, where no script of ours
 * is; the background reads it instead.
 *
 * Source: Thunderbird 153.8. How sure: A.
 */
export const THUNDERBIRD: KnownWebmails = {
  hosted: [],
  adapters: [
    {
      name: 'thunderbird',
      messageBody: ':root > body',
      // The document itself: a message that calls itself an editor is none.
      messageFrame: { element: ':root' },
      // Nothing in the document.
      sender: ':not(*)',
      subject: ':not(*)',
    },
  ],
};
