import { fail, ok, type Result } from '../core/result.ts';
import type { SectionName } from '../core/snapshot/snapshot.ts';
import { ENTRY_KINDS } from '../core/hash/entry-kind.ts';
import type { Rule } from '../core/verdict/rules.ts';
import { CATEGORIES, LEVELS, TRUST_SCOPES } from '../core/verdict/verdict.ts';
import {
  FRAME_NOTES,
  MAX_BACKUP_LENGTH,
  MAX_DAYS_PER_REQUEST,
  MAX_LINK_TEXT_LENGTH,
  MAX_LIST_CHUNK_LENGTH,
  MAX_LINKS_PER_REQUEST,
  MAX_MESSAGE_TEXT_LENGTH,
  MAX_RULES_PER_REQUEST,
  MAX_SHOWN_LINKS,
  MAX_TYPED_LENGTH,
  type AskedLink,
  type ContentRequest,
  type DayStatistics,
  type ImportedData,
  type MessageHead,
  type PageRequest,
  type Preferences,
  type Request,
} from './messages.ts';

export type RequestFailure =
  | { readonly kind: 'not-a-request' }
  | { readonly kind: 'unknown-type' }
  /** `field`: a path as in `links[3].href`. */
  | { readonly kind: 'bad-field'; readonly field: string };

const CONTENT_TYPES: Record<ContentRequest['type'], true> = {
  'check-links': true,
  'trust-link': true,
  'block-link': true,
  'undo-rule': true,
  'report-frame': true,
  'link-opened': true,
  'get-preferences': true,
  'get-texts': true,
};

const PAGE_TYPES: Record<PageRequest['type'], true> = {
  'get-status': true,
  'update-now': true,
  'list-rules': true,
  'add-rule': true,
  'edit-rule': true,
  'undo-rule': true,
  'remove-rules': true,
  'restore-rules': true,
  'get-tab': true,
  'set-paused': true,
  'get-preferences': true,
  'set-preferences': true,
  'preview-channel': true,
  'add-channel': true,
  'remove-channel': true,
  'set-sections': true,
  'preview-list': true,
  'preview-file': true,
  'list-chunk': true,
  'cancel-import': true,
  'add-list': true,
  'remove-list': true,
  'get-lists': true,
  'sites-changed': true,
  'get-look-back': true,
  'dismiss-look-back': true,
  'get-statistics': true,
  'clear-statistics': true,
  'export-private-data': true,
  'import-private-data': true,
  'undo-import': true,
};

export function isContentRequest(request: Request): request is ContentRequest {
  return Object.hasOwn(CONTENT_TYPES, request.type);
}

export function isPageRequest(request: Request): request is PageRequest {
  return Object.hasOwn(PAGE_TYPES, request.type);
}

/**
 * Reads what came over the message channel. Unknown fields are dropped. Evidence that is too long is cut;
 * anything else that is not as `messages.ts` says refuses the request.
 */
export function parseRequest(message: unknown): Result<Request, RequestFailure> {
  if (!isRecord(message)) return fail({ kind: 'not-a-request' });
  const type = message['type'];
  if (typeof type !== 'string') return fail({ kind: 'not-a-request' });
  if (!isRequestType(type)) return fail({ kind: 'unknown-type' });
  try {
    return ok(readRequest(type, message));
  } catch (error) {
    if (error instanceof BadField) return fail({ kind: 'bad-field', field: error.field });
    throw error;
  }
}

function isRequestType(type: string): type is Request['type'] {
  return Object.hasOwn(CONTENT_TYPES, type) || Object.hasOwn(PAGE_TYPES, type);
}

function readRequest(type: Request['type'], from: Fields): Request {
  switch (type) {
    case 'check-links':
      return {
        type,
        messageKey: text(from, 'messageKey', 1_000),
        head: from['head'] === null ? null : head(record(from, 'head')),
        links: list(from, 'links', MAX_LINKS_PER_REQUEST, askedLink),
      };
    case 'trust-link':
      return {
        type,
        href: anyText(from, 'href'),
        scope: oneOf(from, 'scope', TRUST_SCOPES),
        forSeconds: from['forSeconds'] === null ? null : count(from, 'forSeconds'),
      };
    case 'block-link':
      return { type, href: anyText(from, 'href'), scope: oneOf(from, 'scope', TRUST_SCOPES) };
    case 'undo-rule':
      return { type, ruleId: text(from, 'ruleId', 100) };
    case 'report-frame': {
      const flagged = record(from, 'flagged');
      return {
        type,
        isNewDocument: flag(from, 'isNewDocument'),
        adapter: text(from, 'adapter', 100),
        messages: count(from, 'messages'),
        links: count(from, 'links'),
        flagged: { danger: count(flagged, 'danger'), caution: count(flagged, 'caution') },
        unchecked: count(from, 'unchecked'),
        shown: list(from, 'shown', MAX_SHOWN_LINKS, shownLink),
        notes: list(from, 'notes', FRAME_NOTES.length, (value, field) => member(value, field, FRAME_NOTES)),
      };
    }
    case 'link-opened':
      return { type, href: anyText(from, 'href') };
    case 'list-rules':
      return { type, action: oneOf(from, 'action', ACTIONS) };
    case 'add-rule':
      return {
        type,
        action: oneOf(from, 'action', ACTIONS),
        scope: oneOf(from, 'scope', TRUST_SCOPES),
        subject: text(from, 'subject', MAX_TYPED_LENGTH),
        note: text(from, 'note', MAX_TYPED_LENGTH),
        expiresAt: from['expiresAt'] === null ? null : count(from, 'expiresAt'),
      };
    case 'edit-rule':
      return {
        type,
        ruleId: text(from, 'ruleId', 100),
        note: text(from, 'note', MAX_TYPED_LENGTH),
        expiresAt: from['expiresAt'] === null ? null : count(from, 'expiresAt'),
      };
    case 'remove-rules':
      return { type, ids: list(from, 'ids', MAX_RULES_PER_REQUEST, shortText) };
    case 'restore-rules':
      return { type, rules: list(from, 'rules', MAX_RULES_PER_REQUEST, ruleAt) };
    case 'get-tab':
      return { type, tabId: count(from, 'tabId') };
    case 'set-paused':
      return { type, tabId: count(from, 'tabId'), isPaused: flag(from, 'isPaused') };
    case 'set-preferences':
      return { type, preferences: preferences(record(from, 'preferences')) };
    case 'preview-channel':
    case 'add-channel':
      return { type, text: text(from, 'text', MAX_TYPED_LENGTH) };
    case 'remove-channel':
      return { type, channel: text(from, 'channel', MAX_TYPED_LENGTH) };
    case 'set-sections':
      return {
        type,
        channel: text(from, 'channel', MAX_TYPED_LENGTH),
        off: list(from, 'off', 1_000, sectionName),
      };
    case 'preview-list':
      return {
        type,
        url: text(from, 'url', MAX_TYPED_LENGTH),
        name: text(from, 'name', 200),
        category: oneOf(from, 'category', CATEGORIES),
        licence: text(from, 'licence', 200),
      };
    case 'preview-file':
      return {
        type,
        name: text(from, 'name', 200),
        category: oneOf(from, 'category', CATEGORIES),
        bytes: count(from, 'bytes'),
      };
    case 'list-chunk':
      return {
        type,
        import: text(from, 'import', 100),
        text: text(from, 'text', MAX_LIST_CHUNK_LENGTH),
        readBytes: count(from, 'readBytes'),
        isLast: flag(from, 'isLast'),
      };
    case 'cancel-import':
    case 'add-list':
      return { type, import: text(from, 'import', 100) };
    case 'remove-list':
      return { type, list: text(from, 'list', 100) };
    case 'dismiss-look-back':
      return { type, ids: list(from, 'ids', MAX_RULES_PER_REQUEST, shortText) };
    case 'import-private-data':
      return { type, text: text(from, 'text', MAX_BACKUP_LENGTH) };
    case 'undo-import':
      return { type, imported: importedData(asRecord(own(from, 'imported'), 'imported')) };
    case 'get-texts':
    case 'get-preferences':
    case 'get-status':
    case 'update-now':
    case 'sites-changed':
    case 'get-look-back':
    case 'get-lists':
    case 'get-statistics':
    case 'clear-statistics':
    case 'export-private-data':
      return { type };
  }
}

const ACTIONS = ['trust', 'block'] as const;

function head(from: Fields): MessageHead {
  return {
    from: cutText(from, 'from', MAX_LINK_TEXT_LENGTH),
    replyTo: cutText(from, 'replyTo', MAX_LINK_TEXT_LENGTH),
    subject: cutText(from, 'subject', MAX_LINK_TEXT_LENGTH),
    text: cutText(from, 'text', MAX_MESSAGE_TEXT_LENGTH),
  };
}

function askedLink(value: unknown, field: string): AskedLink {
  const from = asRecord(value, field);
  return {
    href: anyText(from, 'href', field),
    text: cutText(from, 'text', MAX_LINK_TEXT_LENGTH, field),
    tag: text(from, 'tag', 20, field),
  };
}

function shownLink(value: unknown, field: string): { readonly href: string; readonly text: string } {
  const from = asRecord(value, field);
  return {
    href: anyText(from, 'href', field),
    text: cutText(from, 'text', MAX_LINK_TEXT_LENGTH, field),
  };
}

function sectionName(value: unknown, field: string): SectionName {
  const from = asRecord(value, field);
  return {
    kind: oneOf(from, 'kind', ENTRY_KINDS, field),
    category: oneOf(from, 'category', CATEGORIES, field),
    action: oneOf(from, 'action', LEVELS, field),
    group: text(from, 'group', 64, field),
  };
}

/** Reads preferences, as also a backup or a stored record holds them. Null if a field is not as it must be. */
export function parsePreferences(value: unknown): Preferences | null {
  return orNull(() => preferences(asRecord(value, 'preferences')));
}

function preferences(from: Fields): Preferences {
  return {
    onDanger: oneOf(from, 'onDanger', ['mark', 'ask', 'disable'] as const),
    onCaution: oneOf(from, 'onCaution', ['mark', 'ask'] as const),
    language: from['language'] === null ? null : text(from, 'language', 35),
    saveData: flag(from, 'saveData'),
  };
}

function importedData(from: Fields): ImportedData {
  const before = own(from, 'preferencesBefore');
  return {
    ruleIds: list(from, 'ruleIds', MAX_RULES_PER_REQUEST, shortText),
    days: list(from, 'days', MAX_DAYS_PER_REQUEST, dayAt),
    preferencesBefore: before === null ? null : preferences(asRecord(before, 'preferencesBefore')),
  };
}

/** Reads one rule, as also a backup or a stored record holds it. Null if a field is not as it must be. */
export function parseRule(value: unknown): Rule | null {
  return orNull(() => ruleAt(value, 'rule'));
}

function ruleAt(value: unknown, field: string): Rule {
  const from = asRecord(value, field);
  return {
    id: text(from, 'id', 100, field),
    action: oneOf(from, 'action', ACTIONS, field),
    scope: oneOf(from, 'scope', TRUST_SCOPES, field),
    subject: text(from, 'subject', MAX_TYPED_LENGTH, field),
    addedAt: count(from, 'addedAt', field),
    expiresAt: from['expiresAt'] === null ? null : count(from, 'expiresAt', field),
    note: text(from, 'note', MAX_TYPED_LENGTH, field),
    // Only the managed storage makes an administrator's rule; a request or a backup never does.
    by: 'reader',
  };
}

const DAY = /^\d{4}-\d\d-\d\d$/;

/** Reads one day's counts, as a backup holds them. Null if a field is not as it must be. */
export function parseDayStatistics(value: unknown): DayStatistics | null {
  return orNull(() => dayAt(value, 'day'));
}

function dayAt(value: unknown, field: string): DayStatistics {
  const from = asRecord(value, field);
  const day = text(from, 'day', 10);
  if (!DAY.test(day)) throw new BadField('', field);
  return {
    day,
    links: count(from, 'links'),
    danger: count(from, 'danger'),
    caution: count(from, 'caution'),
    unchecked: count(from, 'unchecked'),
    trusted: count(from, 'trusted'),
  };
}

function orNull<Value>(read: () => Value): Value | null {
  try {
    return read();
  } catch (error) {
    if (error instanceof BadField) return null;
    throw error;
  }
}

// ————— the few shapes requests are made of —————

type Fields = Readonly<Record<string, unknown>>;

class BadField extends Error {
  readonly field: string;

  constructor(parent: string, name: string) {
    super('bad field');
    this.field = parent === '' ? name : `${parent}.${name}`;
  }
}

function isRecord(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function asRecord(value: unknown, field: string): Fields {
  if (!isRecord(value)) throw new BadField('', field);
  return value;
}

function record(from: Fields, name: string): Fields {
  return asRecord(own(from, name), name);
}

/** Own properties only: `__proto__` and `constructor` of a message are not fields. */
function own(from: Fields, name: string): unknown {
  return Object.hasOwn(from, name) ? from[name] : undefined;
}

function anyText(from: Fields, name: string, parent = ''): string {
  const value = own(from, name);
  if (typeof value !== 'string') throw new BadField(parent, name);
  return value;
}

function text(from: Fields, name: string, maxLength: number, parent = ''): string {
  const value = anyText(from, name, parent);
  if (value.length > maxLength) throw new BadField(parent, name);
  return value;
}

function cutText(from: Fields, name: string, maxLength: number, parent = ''): string {
  return anyText(from, name, parent).slice(0, maxLength);
}

function shortText(value: unknown, field: string): string {
  if (typeof value !== 'string' || value.length > 100) throw new BadField('', field);
  return value;
}

/** A whole number from 0 to 2⁵³ − 1: a count, a tab, seconds. */
function count(from: Fields, name: string, parent = ''): number {
  const value = own(from, name);
  if (typeof value !== 'number' || !Number.isSafeInteger(value) || value < 0)
    throw new BadField(parent, name);
  return value;
}

function flag(from: Fields, name: string): boolean {
  const value = own(from, name);
  if (typeof value !== 'boolean') throw new BadField('', name);
  return value;
}

function oneOf<Member extends string>(
  from: Fields,
  name: string,
  members: readonly Member[],
  parent = '',
): Member {
  return member(own(from, name), parent === '' ? name : `${parent}.${name}`, members);
}

function member<Member extends string>(value: unknown, field: string, members: readonly Member[]): Member {
  const found = members.find((each) => each === value);
  if (found === undefined) throw new BadField('', field);
  return found;
}

function list<Item>(
  from: Fields,
  name: string,
  maxLength: number,
  read: (value: unknown, field: string) => Item,
): readonly Item[] {
  const value = own(from, name);
  if (!Array.isArray(value) || value.length > maxLength) throw new BadField('', name);
  return Array.from(value, (item: unknown, index) => read(item, `${name}[${index}]`));
}
