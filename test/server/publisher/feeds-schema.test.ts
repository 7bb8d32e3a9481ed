import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { FEED_FORMATS } from '../../../src/core/feed/feed-line.ts';
import { parsePublisherFeedsFile } from '../../../src/server/publisher/feeds/read-feeds-file.ts';

/** As much of JSON Schema as feeds.schema.json uses. Unknown keywords throw, so that nothing passes unread. */
class Schema {
  readonly #root: Readonly<Record<string, unknown>>;

  constructor(root: unknown) {
    if (!isObject(root)) throw new TypeError('a schema is an object');
    this.#root = root;
  }

  problems(value: unknown): readonly string[] {
    return this.#check(this.#root, value, '');
  }

  keysOf(definition: string): readonly string[] {
    const schema = this.#resolve(definition);
    return isObject(schema['properties']) ? Object.keys(schema['properties']) : [];
  }

  #resolve(pointer: string): Readonly<Record<string, unknown>> {
    let found: unknown = this.#root;
    for (const part of pointer.replace(/^#\/?/, '').split('/').filter(Boolean)) {
      found = isObject(found) ? found[part] : undefined;
    }
    if (!isObject(found)) throw new TypeError(`no ${pointer} in the schema`);
    return found;
  }

  #check(schema: Readonly<Record<string, unknown>>, value: unknown, path: string): readonly string[] {
    const found: string[] = [];
    const members = isObject(value) ? value : {};
    for (const [keyword, argument] of Object.entries(schema)) {
      switch (keyword) {
        case '$schema':
        case '$defs':
        case 'title':
        case 'description':
          break;
        case '$ref':
          found.push(...this.#check(this.#resolve(String(argument)), value, path));
          break;
        case 'type':
          if (typeOf(value) !== argument) found.push(`${path} type`);
          break;
        case 'enum':
          if (!list(argument).includes(value)) found.push(`${path} enum`);
          break;
        case 'required':
          for (const name of list(argument)) if (!(String(name) in members)) found.push(`${path} required`);
          break;
        case 'properties':
          for (const [name, sub] of Object.entries(isObject(argument) ? argument : {})) {
            if (name in members && isObject(sub))
              found.push(...this.#check(sub, members[name], `${path}.${name}`));
          }
          break;
        case 'additionalProperties': {
          const known = isObject(schema['properties']) ? schema['properties'] : {};
          for (const [name, member] of Object.entries(members)) {
            if (name in known) continue;
            if (argument === false) found.push(`${path}.${name} unknown`);
            else if (isObject(argument)) found.push(...this.#check(argument, member, `${path}.${name}`));
          }
          break;
        }
        case 'items':
          if (!isObject(argument)) throw new TypeError('items');
          list(value).forEach((item, index) =>
            found.push(...this.#check(argument, item, `${path}[${index}]`)),
          );
          break;
        case 'oneOf': {
          const passing = list(argument).filter(
            (one) => isObject(one) && this.#check(one, value, path).length === 0,
          );
          if (passing.length !== 1) found.push(`${path} oneOf`);
          break;
        }
        case 'pattern':
          if (typeof value === 'string' && !new RegExp(String(argument), 'u').test(value))
            found.push(`${path} pattern`);
          break;
        case 'maxLength':
          if (typeof value === 'string' && Array.from(value).length > Number(argument))
            found.push(`${path} maxLength`);
          break;
        case 'minimum':
          if (typeof value === 'number' && value < Number(argument)) found.push(`${path} minimum`);
          break;
        case 'maximum':
          if (typeof value === 'number' && value > Number(argument)) found.push(`${path} maximum`);
          break;
        case 'minItems':
          if (Array.isArray(value) && value.length < Number(argument)) found.push(`${path} minItems`);
          break;
        case 'maxItems':
          if (Array.isArray(value) && value.length > Number(argument)) found.push(`${path} maxItems`);
          break;
        default:
          throw new TypeError(`keyword ${keyword}`);
      }
    }
    return found;
  }
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function list(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

function typeOf(value: unknown): string {
  return Array.isArray(value) ? 'array' : value === null ? 'null' : typeof value;
}

function readJson(path: string): unknown {
  return JSON.parse(readFileSync(new URL(`../../../feeds/${path}`, import.meta.url), 'utf8'));
}

const schema = new Schema(readJson('feeds.schema.json'));
const aFeed = { name: 'A', file: 'a.txt', format: 'url-list', category: 'phishing', licence: 'CC0-1.0' };

describe('feeds.schema.json', () => {
  test.each(['public-feeds.json', 'sample/feeds.json', 'bundled/feeds.json'])(
    'feeds.schema.json: %s keeps to it and is read',
    (path) => {
      const value = readJson(path);
      expect(schema.problems(value)).toEqual([]);
      const parsed = parsePublisherFeedsFile(value, '/');
      expect(parsed.ok ? parsed.value.warnings : parsed.failure).toEqual([]);
    },
  );

  test('every public feed in feeds/ says under which terms it may be used, and whom to write to', () => {
    const parsed = parsePublisherFeedsFile(readJson('public-feeds.json'), '/');
    const feeds = parsed.ok ? parsed.value.feeds : [];
    expect(feeds.length).toBeGreaterThan(10);
    for (const { name, licence, terms, contact } of feeds) {
      expect([name, licence, terms, contact]).toEqual([
        name,
        expect.stringMatching(/\S/),
        expect.stringMatching(/^https:/),
        expect.stringMatching(/^https:/),
      ]);
    }
  });

  test('feeds.schema.json knows the keys that the parser knows', () => {
    const keysBy = (value: unknown, path: string): readonly string[] => {
      const parsed = parsePublisherFeedsFile(value, '/');
      const problems = parsed.ok ? parsed.value.warnings : parsed.failure;
      const message = problems.find((problem) => problem.path === path)?.message ?? '';
      return (/\(known: (.*)\)/.exec(message)?.[1] ?? '').split(', ').sort();
    };
    expect(
      [...schema.keysOf('#/$defs/feed')]
        .filter((key) => !['enabled', 'private', 'everyMinutes'].includes(key))
        .sort(),
    ).toEqual(keysBy({ feeds: [{ ...aFeed, odd: 1 }] }, 'feeds[0].odd'));
    expect([...schema.keysOf('#/$defs/feed/properties/limits')].sort()).toEqual(
      keysBy({ feeds: [{ ...aFeed, limits: { odd: 1 } }] }, 'feeds[0].limits.odd'),
    );
    expect(
      [...schema.keysOf('#')]
        .filter((key) => !['publication', 'evidenceTables', 'wordModel', 'changes', 'weights'].includes(key))
        .sort(),
    ).toEqual(keysBy({ feeds: [aFeed], odd: 1 }, 'odd'));
  });

  test.each(FEED_FORMATS)('feeds.schema.json knows the format %s', (format) => {
    expect(schema.problems({ feeds: [{ ...aFeed, format }] })).toEqual([]);
  });

  test.each<[string, unknown]>([
    ['no feeds', {}],
    ['an empty list', { feeds: [] }],
    ['no name', { feeds: [{ ...aFeed, name: undefined }] }],
    ['an unknown format', { feeds: [{ ...aFeed, format: 'xml' }] }],
    ['an unknown category', { feeds: [{ ...aFeed, category: 'bad' }] }],
    ['url and file', { feeds: [{ ...aFeed, url: 'https://a.example/' }] }],
    ['neither', { feeds: [{ ...aFeed, file: undefined }] }],
    ['a confidence out of range', { feeds: [{ ...aFeed, confidence: 150 }] }],
    ['a word for a flag', { feeds: [{ ...aFeed, reviewed: 'yes' }] }],
    ['a limit out of range', { feeds: [{ ...aFeed, limits: { growTo: 0.5 } }] }],
    ['an exclusion without a reason', { feeds: [aFeed], exclusions: [{ entry: 'a.example' }] }],
    [
      'a day that is none',
      { feeds: [aFeed], exclusions: [{ entry: 'a.example', reason: 'x', expires: 'soon' }] },
    ],
    ['a list expiry out of range', { feeds: [aFeed], publication: { expiresAfterDays: 0 } }],
  ])('the schema of feeds.json and its parser both refuse %s', (_, file) => {
    const value: unknown = JSON.parse(JSON.stringify(file));
    expect(schema.problems(value)).not.toEqual([]);
    expect(parsePublisherFeedsFile(value, '/').ok).toBe(false);
  });
});
