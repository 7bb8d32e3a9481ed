import { readFile } from 'node:fs/promises';
import { dirname, isAbsolute, resolve } from 'node:path';
import { groupProblems, parseFeedsFile, type FeedsFile } from '../../../core/feed/feeds-file.ts';
import { FieldProblems, type FieldProblem } from '../../../core/fields/field-problems.ts';
import { isRecord } from '../../../core/fields/is-record.ts';
import { fail, ok, type Result } from '../../../core/result.ts';
import { expectedMessage, type ExplainedFailure } from '../../node/explained-failure.ts';

/** `publication` in `feeds.json`. */
export interface Publication {
  /** Seconds until clients look for a newer index. */
  readonly refreshAfter: number;
  /** Seconds until the list expires and no longer clears links. */
  readonly expiresAfter: number;
  /** Days until a new hash key, at least 90: no delta crosses a key change. */
  readonly epochDays: number;
}

/** `weights` in `feeds.json` (see `weigh-entry.ts`). */
export interface WeightRules {
  /** Least belief for publication, 0 to 1. */
  readonly publishFrom: number;
  /** Least belief for danger, 0 to 1. */
  readonly dangerFrom: number;
}

/** `changes` in `feeds.json`. */
export interface ChangesSource {
  /** Relative to the folder of `feeds.json`. */
  readonly folder: string;
  /** Name of the source that readers see. */
  readonly name: string;
}

export interface PublisherFeedsFile extends FeedsFile {
  /** Absolute base of relative paths. */
  readonly folder: string;
  readonly publication: Publication;
  readonly weights: WeightRules;
  /** File with brands and domains that readers' tables lack. */
  readonly evidenceTables: string | null;
  /** A file from `spamlight train`. */
  readonly wordModel: string | null;
  readonly changes: ChangesSource | null;
  /** Feeds without a `format`, to be detected. */
  readonly formatless: ReadonlySet<string>;
  /** Feeds whose own host may have a private address. */
  readonly privateFeeds: ReadonlySet<string>;
  /** Least seconds between fetches, by feed name; without one, every build fetches. */
  readonly fetchIntervals: ReadonlyMap<string, number>;
}

export type FeedsFileFailure = ExplainedFailure<'feeds-file-unreadable' | 'feeds-file-malformed'>;

const DAY = 86_400;

export async function readFeedsFile(path: string): Promise<Result<PublisherFeedsFile, FeedsFileFailure>> {
  let text: string;
  try {
    text = await readFile(path, 'utf8');
  } catch (error) {
    const message = expectedMessage(error);
    return fail({ kind: 'feeds-file-unreadable', message: `${path} could not be read: ${message}.` });
  }
  let value: unknown;
  try {
    value = JSON.parse(text.startsWith('\uFEFF') ? text.slice(1) : text);
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    return fail({ kind: 'feeds-file-malformed', message: `${path} is not JSON: ${error.message}` });
  }
  const parsed = parsePublisherFeedsFile(value, dirname(resolve(path)));
  if (parsed.ok) return parsed;
  const problems = parsed.failure.map(({ path: where, message }) => `  ${where} ${message}`);
  return fail({
    kind: 'feeds-file-malformed',
    message: [`${path} cannot be used as it is:`, ...problems].join('\n'),
  });
}

/** Reads what `parseFeedsFile`, also used on the device, does not. */
export function parsePublisherFeedsFile(
  value: unknown,
  folder: string,
): Result<PublisherFeedsFile, readonly FieldProblem[]> {
  const fields = new FieldProblems();
  const { problems } = fields;
  const {
    publication,
    weights,
    evidenceTables = null,
    wordModel = null,
    changes = null,
    ...rest
  } = membersOf(value);
  const formatless = new Set<string>();
  const privateFeeds = new Set<string>();
  const fetchIntervals = new Map<string, number>();
  const enabled = enabledFeeds(rest['feeds'], { formatless, privateFeeds, fetchIntervals, fields });
  const file = parseFeedsFile(isRecord(value) ? { ...rest, feeds: enabled } : value);
  if (!file.ok) problems.push(...file.failure);
  const published = numbersOf(publication, 'publication', fields, {
    refreshAfterSeconds: { least: 60, most: 7 * DAY, otherwise: 300 },
    expiresAfterDays: { least: 1, most: 365, otherwise: 14 },
    epochDays: { least: 90, most: 3650, otherwise: 90 },
  });
  const weighed = numbersOf(weights, 'weights', fields, {
    publishFrom: { least: 0, most: 1, otherwise: 0.1 },
    dangerFrom: { least: 0, most: 1, otherwise: 0.4 },
  });
  for (const [path, file] of Object.entries({ evidenceTables, wordModel }))
    if (file !== null && (typeof file !== 'string' || file === ''))
      fields.problem(path, 'must be the path of a file');
  const source = changes === null ? null : changesOf(changes, fields);
  if (file.ok && file.value.feeds.some(({ name, group }) => [name, group].includes(source?.name ?? '')))
    fields.problem('changes.name', 'is the name or group of a feed too');
  if (!file.ok || problems.length > 0) return fail(problems);
  return ok({
    ...file.value,
    folder,
    publication: {
      refreshAfter: Math.round(published.refreshAfterSeconds),
      expiresAfter: Math.round(published.expiresAfterDays * DAY),
      epochDays: published.epochDays,
    },
    weights: weighed,
    evidenceTables: typeof evidenceTables === 'string' ? evidenceTables : null,
    wordModel: typeof wordModel === 'string' ? wordModel : null,
    changes: source,
    formatless,
    privateFeeds,
    fetchIntervals,
  });
}

const DEFAULT_CHANGES_NAME = 'changes';

function changesOf(value: unknown, fields: FieldProblems): ChangesSource {
  const { folder, name = DEFAULT_CHANGES_NAME, ...unknown } = membersOf(value);
  for (const key of Object.keys(unknown))
    fields.problem(`changes.${key}`, 'is not known (known: folder, name)');
  const isPath = typeof folder === 'string' && folder !== '';
  if (!isPath) fields.problem('changes.folder', "must be the folder of a service's change log");
  const isName = typeof name === 'string' && name.trim() !== '';
  for (const message of isName ? groupProblems(name) : ['must be a text'])
    fields.problem('changes.name', message);
  return { folder: isPath ? folder : '', name: isName ? name : '' };
}

export function pathOf(path: string, { folder }: Pick<PublisherFeedsFile, 'folder'>): string {
  return isAbsolute(path) ? path : resolve(folder, path);
}

interface OfFeeds {
  readonly formatless: Set<string>;
  readonly privateFeeds: Set<string>;
  readonly fetchIntervals: Map<string, number>;
  readonly fields: FieldProblems;
}

const MINUTES_A_WEEK = 7 * 24 * 60;

/** Feeds without `format` get a placeholder. */
function enabledFeeds(feeds: unknown, to: OfFeeds): unknown {
  if (!Array.isArray(feeds)) return feeds;
  const kept: unknown[] = [];
  for (const feed of feeds as readonly unknown[]) {
    if (!isRecord(feed)) {
      kept.push(feed);
      continue;
    }
    const { enabled = true, private: isPrivate = false, everyMinutes = null, ...rest } = feed;
    if (enabled === false) continue;
    const name = typeof feed['name'] === 'string' ? feed['name'] : '';
    const path = `feeds[${kept.length}].everyMinutes`;
    const minutes = to.fields.optionalNumber(everyMinutes, path, 1, MINUTES_A_WEEK);
    if (minutes !== null) to.fetchIntervals.set(name, minutes * 60);
    if (isPrivate === true) to.privateFeeds.add(name);
    // If either setting is malformed, both stay, and are refused as unknown.
    const isUnderstood = enabled === true && typeof isPrivate === 'boolean';
    const one = { ...(isUnderstood ? rest : feed), ...asFraction(feed['confidence']) };
    if (feed['format'] !== undefined) {
      kept.push(one);
      continue;
    }
    to.formatless.add(name);
    kept.push({ ...one, format: 'url-list' });
  }
  return kept;
}

/** People write 90 for 0.9. */
function asFraction(confidence: unknown): { readonly confidence?: number } {
  return typeof confidence === 'number' && confidence > 1 && confidence <= 100
    ? { confidence: confidence / 100 }
    : {};
}

interface NumberRange {
  readonly least: number;
  readonly most: number;
  readonly otherwise: number;
}

function numbersOf<Name extends string>(
  value: unknown,
  path: string,
  fields: FieldProblems,
  ranges: Readonly<Record<Name, NumberRange>>,
): Readonly<Record<Name, number>> {
  const members = value === undefined ? {} : Object.fromEntries(fields.record(value, path));
  for (const name of Object.keys(members)) {
    if (!Object.hasOwn(ranges, name)) {
      fields.problem(`${path}.${name}`, `is not known (known: ${Object.keys(ranges).join(', ')})`);
    }
  }
  const read = Object.entries<NumberRange>(ranges).map(([name, { least, most, otherwise }]) => {
    const number = members[name] ?? otherwise;
    return [name, fields.optionalNumber(number, `${path}.${name}`, least, most) ?? otherwise] as const;
  });
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- one number for each name of `ranges`
  return Object.fromEntries(read) as Readonly<Record<Name, number>>;
}

/** Own members only, so that `constructor` does not reach a prototype. */
function membersOf(value: unknown): Readonly<Record<string, unknown>> {
  return isRecord(value) ? Object.fromEntries(Object.entries(value)) : {};
}
