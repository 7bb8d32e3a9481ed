import { readdirSync, readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { factsOfMail, NODE_MAIL } from '../../../src/server/node/mail-tools/node-mail.ts';
import { readMessage } from '../../../src/core/mail/read-message.ts';
import { MAIL_BOUNDS } from '../../../src/core/mail/content/mail-bounds.ts';
import { parseMail, type Mail } from '../../../src/server/publisher/evaluate/mail.ts';
import { IS_CORE } from '../../core-tier.ts';
import { asSent, ENCODINGS } from './as-sent.ts';
import { sharedData, sharedDataMissing } from '../../shared-data.ts';

/** Large collections, of which one in thirty is looked at; in the core a sixth of these and of the others. */
const LARGE = /phishing_pot|enron|spamassassin|csdmc|lists/;

function* mailsOf(file: string): Generator<Mail> {
  const lines = gunzipSync(readFileSync(sharedData(`mail/${file}`)))
    .toString()
    .split('\n');
  const step = (LARGE.test(file) ? 30 : 1) * (IS_CORE ? 6 : 1);
  for (let at = 0; at < lines.length; at += step) {
    const line = lines[at] ?? '';
    const mail = line === '' ? null : parseMail(JSON.parse(line));
    // Of some only the links were kept.
    if (mail?.ok === true && `${mail.value.html}${mail.value.text}`.trim() !== '') yield mail.value;
  }
}

describe.skipIf(sharedDataMissing)('mail of all collections', () => {
  test('mail of all collections has the same text raw as rendered, and good mail is read whole', async () => {
    let count = 0;
    for (const file of readdirSync(sharedData('mail'))) {
      for (const mail of mailsOf(file)) {
        const encoding = ENCODINGS[count % ENCODINGS.length] ?? '8bit';
        // What a line's end or a zero was is not known any more, and what is cut off is another matter.
        const plain = {
          ...mail,
          html: mail.html.replaceAll(/\r\n?|\0/g, '\n'),
          text: mail.text.replaceAll(/\r\n?|\0/g, '\n'),
        };
        const message = await readMessage(
          { kind: 'raw', content: Buffer.from(asSent(plain, encoding)) },
          NODE_MAIL,
        );
        if (!message.ok) throw new Error(message.failure);
        const { shown, unread } = message.value;
        const { facts, links } = factsOfMail(plain, null);
        const { body } = shown.facts;
        expect({
          id: mail.id,
          body,
          links: shown.links,
          unread: mail.label === 'ham' ? [...unread] : [],
        }).toEqual({
          id: mail.id,
          body: facts.body,
          links,
          unread: [],
        });
        count++;
      }
    }
    expect(count).toBeGreaterThan(IS_CORE ? 160 : 1_000);
    expect(MAIL_BOUNDS.markup).toBeGreaterThan(300_000);
  });
});
