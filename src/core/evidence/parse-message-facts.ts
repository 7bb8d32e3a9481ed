import { isRecord } from '../fields/is-record.ts';
import {
  asRecord,
  BadField,
  cutList,
  cutText,
  flag,
  integer,
  nullOr,
  optionalTrue,
  own,
  record,
  type Fields,
} from '../fields/read-fields.ts';
import { fail, ok, type Result } from '../result.ts';
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
  type LinkSighting,
  type MessageFacts,
} from './message-facts.ts';

/** `field` is a path such as `body.links[3].href`. */
export type MessageFactsFailure =
  | { readonly kind: 'not-facts' }
  | { readonly kind: 'bad-field'; readonly field: string };

/** As many hrefs as a frame may ask about in a minute. */
const MAX_HREF_INDEX = 5_000;

/** Drops unknown fields and cuts long values. Any other fault refuses all facts. */
export function parseMessageFacts(value: unknown): Result<MessageFacts, MessageFactsFailure> {
  if (!isRecord(value)) return fail({ kind: 'not-facts' });
  try {
    return ok({
      head: nullOr(value, 'head', () => readHead(record(value, 'head'))),
      body: nullOr(value, 'body', () => readBody(record(value, 'body'))),
    });
  } catch (error) {
    if (error instanceof BadField) return fail({ kind: 'bad-field', field: error.field });
    throw error;
  }
}

function readHead(from: Fields): HeadFacts {
  const textOrNull = (name: string, maxLength: number): string | null =>
    nullOr(from, name, () => cutText(from, name, maxLength, 'head'));
  const isSent = optionalTrue(from, 'isSent', 'head');
  const lacksAddress = optionalTrue(from, 'lacksAddress', 'head');
  const files =
    own(from, 'files') === undefined ? [] : cutList(from, 'files', MAX_FILES, readFileName, 'head');
  return {
    name: textOrNull('name', MAX_NAME_LENGTH),
    address: textOrNull('address', MAX_ADDRESS_LENGTH),
    replyTo: textOrNull('replyTo', MAX_ADDRESS_LENGTH),
    subject: textOrNull('subject', MAX_SUBJECT_LENGTH),
    reader: textOrNull('reader', MAX_ADDRESS_LENGTH),
    ...(isSent === undefined ? {} : { isSent }),
    ...(lacksAddress === undefined ? {} : { lacksAddress }),
    ...(files.length === 0 ? {} : { files }),
    // A page shows what any server wrote, so it can't vouch for a sender.
    ...(own(from, 'dmarc') === 'fail' ? { dmarc: 'fail' } : {}),
  };
}

function readBody(from: Fields): BodyFacts {
  const isCut = optionalTrue(from, 'isCut', 'body');
  return {
    text: cutText(from, 'text', MAX_TEXT_LENGTH, 'body'),
    end: cutText(from, 'end', MAX_END_LENGTH, 'body'),
    hasQuote: flag(from, 'hasQuote', 'body'),
    alts: cutList(from, 'alts', MAX_ALTS, readAlt, 'body'),
    asksPassword: flag(from, 'asksPassword', 'body'),
    links: cutList(from, 'links', MAX_SIGHTINGS, readSighting, 'body'),
    ...(isCut === undefined ? {} : { isCut }),
  };
}

function readAlt(value: unknown, field: string): string {
  if (typeof value !== 'string') throw new BadField('', field);
  return value.slice(0, MAX_LABEL_LENGTH);
}

function readFileName(value: unknown, field: string): string {
  if (typeof value !== 'string') throw new BadField('', field);
  return value.slice(-MAX_FILE_NAME_LENGTH);
}

function readSighting(value: unknown, field: string): LinkSighting {
  const from = asRecord(value, field);
  const label = (name: 'text' | 'alt'): Partial<LinkSighting> =>
    own(from, name) === undefined ? {} : { [name]: cutText(from, name, MAX_LABEL_LENGTH, field) };
  const isQuoted = optionalTrue(from, 'isQuoted', field);
  return {
    href: integer(from, 'href', 0, MAX_HREF_INDEX - 1, field),
    ...label('text'),
    ...label('alt'),
    ...(isQuoted === undefined ? {} : { isQuoted }),
  };
}
