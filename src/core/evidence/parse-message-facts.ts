import { isRecord } from '../is-record.ts';
import { fail, ok, type Result } from '../result.ts';
import {
  MAX_ADDRESS_LENGTH,
  MAX_ALTS,
  MAX_END_LENGTH,
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

/** The field that is not as `message-facts.ts` says: a path as in `body.links[3].href`. */
export type MessageFactsFailure =
  | { readonly kind: 'not-facts' }
  | { readonly kind: 'bad-field'; readonly field: string };

/** Hrefs of one message that a sighting can point at; a frame asks about fewer in a minute. */
const MAX_HREF_INDEX = 5_000;

/**
 * Reads what a frame says of a message. Unknown fields are dropped, long texts and lists cut; anything else that is
 * not as it should be refuses the whole.
 */
export function parseMessageFacts(value: unknown): Result<MessageFacts, MessageFactsFailure> {
  if (!isRecord(value)) return fail({ kind: 'not-facts' });
  try {
    const head = own(value, 'head');
    const body = own(value, 'body');
    return ok({
      head: head === null ? null : readHead(asRecord(head, 'head')),
      body: body === null ? null : readBody(asRecord(body, 'body')),
    });
  } catch (error) {
    if (error instanceof BadField) return fail({ kind: 'bad-field', field: error.field });
    throw error;
  }
}

function readHead(from: Fields): HeadFacts {
  const isSent = own(from, 'isSent');
  if (isSent !== undefined && isSent !== true) throw new BadField('head.isSent');
  return {
    name: textOrNull(from, 'name', MAX_NAME_LENGTH),
    address: textOrNull(from, 'address', MAX_ADDRESS_LENGTH),
    replyTo: textOrNull(from, 'replyTo', MAX_ADDRESS_LENGTH),
    subject: textOrNull(from, 'subject', MAX_SUBJECT_LENGTH),
    reader: textOrNull(from, 'reader', MAX_ADDRESS_LENGTH),
    ...(isSent === undefined ? {} : { isSent }),
  };
}

function readBody(from: Fields): BodyFacts {
  const isCut = own(from, 'isCut');
  if (isCut !== undefined && isCut !== true) throw new BadField('body.isCut');
  return {
    text: cutText(own(from, 'text'), 'body.text', MAX_TEXT_LENGTH),
    end: cutText(own(from, 'end'), 'body.end', MAX_END_LENGTH),
    hasQuote: flag(from, 'hasQuote'),
    alts: list(from, 'alts', MAX_ALTS, (alt, field) => cutText(alt, field, MAX_LABEL_LENGTH)),
    asksPassword: flag(from, 'asksPassword'),
    links: list(from, 'links', MAX_SIGHTINGS, readSighting),
    ...(isCut === undefined ? {} : { isCut }),
  };
}

function readSighting(value: unknown, field: string): LinkSighting {
  const from = asRecord(value, field);
  const href = own(from, 'href');
  if (typeof href !== 'number' || !Number.isInteger(href) || href < 0 || href >= MAX_HREF_INDEX)
    throw new BadField(`${field}.href`);
  const text = own(from, 'text');
  const alt = own(from, 'alt');
  const isQuoted = own(from, 'isQuoted');
  if (isQuoted !== undefined && isQuoted !== true) throw new BadField(`${field}.isQuoted`);
  return {
    href,
    ...(text === undefined ? {} : { text: cutText(text, `${field}.text`, MAX_LABEL_LENGTH) }),
    ...(alt === undefined ? {} : { alt: cutText(alt, `${field}.alt`, MAX_LABEL_LENGTH) }),
    ...(isQuoted === undefined ? {} : { isQuoted }),
  };
}

type Fields = Readonly<Record<string, unknown>>;

class BadField extends Error {
  readonly field: string;

  constructor(field: string) {
    super('bad field');
    this.field = field;
  }
}

function asRecord(value: unknown, field: string): Fields {
  if (!isRecord(value)) throw new BadField(field);
  return value;
}

/** Own properties only: `constructor` of a message is no field. */
function own(from: Fields, name: string): unknown {
  return Object.hasOwn(from, name) ? from[name] : undefined;
}

function cutText(value: unknown, field: string, maxLength: number): string {
  if (typeof value !== 'string') throw new BadField(field);
  return value.slice(0, maxLength);
}

function textOrNull(from: Fields, name: string, maxLength: number): string | null {
  const value = own(from, name);
  return value === null ? null : cutText(value, `head.${name}`, maxLength);
}

function flag(from: Fields, name: string): boolean {
  const value = own(from, name);
  if (typeof value !== 'boolean') throw new BadField(`body.${name}`);
  return value;
}

function list<Item>(
  from: Fields,
  name: string,
  maxLength: number,
  read: (value: unknown, field: string) => Item,
): readonly Item[] {
  const value = own(from, name);
  if (!Array.isArray(value)) throw new BadField(`body.${name}`);
  return Array.from(value.slice(0, maxLength), (item: unknown, index) =>
    read(item, `body.${name}[${index}]`),
  );
}
