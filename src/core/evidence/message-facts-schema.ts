import * as v from 'valibot';
import { cutList, cutText, fields, integer, OPTIONAL_TRUE } from '../fields/schema.ts';
import {
  MAX_ADDRESS_LENGTH,
  MAX_ALTS,
  MAX_END_LENGTH,
  MAX_FILE_NAME_LENGTH,
  MAX_FILES,
  MAX_LABEL_LENGTH,
  MAX_NAME_LENGTH,
  MAX_SIGHTINGS,
  MAX_SUBJECT_LENGTH,
  MAX_TEXT_LENGTH,
  type BodyFacts,
  type HeadFacts,
  type MessageFacts,
} from './message-facts.ts';

/** As many hrefs as a frame may ask about in a minute. */
const MAX_HREF_INDEX = 5_000;

const FILE_NAME = v.pipe(
  v.string(),
  v.transform((name) => name.slice(-MAX_FILE_NAME_LENGTH)),
);

const HEAD: v.GenericSchema<unknown, HeadFacts> = v.pipe(
  fields({
    name: v.nullable(cutText(MAX_NAME_LENGTH)),
    address: v.nullable(cutText(MAX_ADDRESS_LENGTH)),
    replyTo: v.nullable(cutText(MAX_ADDRESS_LENGTH)),
    subject: v.nullable(cutText(MAX_SUBJECT_LENGTH)),
    reader: v.nullable(cutText(MAX_ADDRESS_LENGTH)),
    isSent: OPTIONAL_TRUE,
    lacksAddress: OPTIONAL_TRUE,
    files: v.exactOptional(cutList(FILE_NAME, MAX_FILES)),
    dmarc: v.exactOptional(v.unknown()),
  }),
  v.transform(({ files = [], dmarc, ...head }): HeadFacts => ({
    ...head,
    ...(files.length === 0 ? {} : { files }),
    // A page shows what any server wrote, so it can't vouch for a sender.
    ...(dmarc === 'fail' ? { dmarc } : {}),
  })),
);

const LABEL = cutText(MAX_LABEL_LENGTH);

const BODY: v.GenericSchema<unknown, BodyFacts> = fields({
  text: cutText(MAX_TEXT_LENGTH),
  end: cutText(MAX_END_LENGTH),
  hasQuote: v.boolean(),
  alts: cutList(LABEL, MAX_ALTS),
  asksPassword: v.boolean(),
  links: cutList(
    fields({
      href: integer(0, MAX_HREF_INDEX - 1),
      text: v.exactOptional(LABEL),
      alt: v.exactOptional(LABEL),
      isQuoted: OPTIONAL_TRUE,
    }),
    MAX_SIGHTINGS,
  ),
  isCut: OPTIONAL_TRUE,
});

/** Drops unknown fields and cuts long values. Any other fault refuses all facts. */
export const MESSAGE_FACTS: v.GenericSchema<unknown, MessageFacts> = fields({
  head: v.nullable(HEAD),
  body: v.nullable(BODY),
});
