import { promisify } from 'node:util';
import { inflate } from 'node:zlib';
import type { MailContent } from '../../../core/mail/content/mail-content.ts';
import type { MailTools } from '../../../core/mail/content/mail-tools.ts';
import * as shown from '../../../core/mail/shown/mail-facts.ts';
import { parseHtml } from '../../../core/mail/content/parse-html.ts';

const inflateInFull = promisify(inflate);

export const NODE_MAIL: MailTools = {
  parseHtml,
  async inflate(packed, max) {
    try {
      return await inflateInFull(packed, { maxOutputLength: Math.max(1, max) });
    } catch {
      return null;
    }
  },
};

export function factsOfMail(mail: MailContent, reader: string | null): shown.MailFacts {
  return shown.factsOfMail(mail, reader, parseHtml);
}
