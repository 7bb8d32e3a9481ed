import { randomBytes } from 'node:crypto';
import { availableParallelism } from 'node:os';
import { basename } from 'node:path';
import { decodeProtectedHeader } from 'jose';
import { popularNames } from '../../core/guard/popular-sites.ts';
import { EPOCH_KEY_BYTES } from '../../core/hash/half-sip-hash.ts';
import { fail, ok, type Result } from '../../core/result.ts';
import type { ChannelIndex } from '../../core/snapshot/channel-index.ts';
import { encodeSnapshot } from '../../core/snapshot/encode-snapshot.ts';
import type { Epoch, Section, Snapshot } from '../../core/snapshot/snapshot.ts';
import { verifyKeyList } from '../../core/snapshot/verify-index.ts';
import { publishSnapshot } from '../channel/publish.ts';
import { channelFiles, readBase, readIndex } from '../../node/channel/read-channel.ts';
import { factsOfFile, FeedStore, type CopyFacts } from '../feeds/feed-store.ts';
import { detectCopy, detectMessage } from '../feeds/detect-copy.ts';
import { fetchAll } from '../feeds/fetch-all.ts';
import type { FetchOutcome } from '../feeds/fetch-feed.ts';
import { pathOf, type PublisherFeedsFile } from '../feeds/read-feeds-file.ts';
import { gatherHostLists, gatherPopularLists, type HostListSource } from '../guards/host-lists.ts';
import type { BuildObjection } from '../guards/judge-build.ts';
import { judgeBuild } from '../guards/judge-build.ts';
import { FeedJudgements } from './feed-judgements.ts';
import type { KeyFile } from '../../node/keys/key-file.ts';
import { systemMessage, type ToldFailure } from '../../node/told-failure.ts';
import type { BuildReport, ReportedFeed } from '../report/build-report.ts';
import { reportFiles } from '../report/report-files.ts';
import { lockBuild } from '../state/build-lock.ts';
import { dayOf, journalPath, JournalReader, JournalWriter } from '../state/entry-journal.ts';
import { journalTable } from '../state/journal-table.ts';
import { defaultStateFolder, StateFolder, type PublishedSerial } from '../state/state-folder.ts';
import { defanged } from '../../node/terminal/plain-text.ts';
import {
  compileFeeds,
  fitsEpoch,
  newEpoch,
  sectionsOf,
  type CompiledFeeds,
  type CopyOutcome,
} from './compile-feeds.ts';
import { AGE_CLASSES, uniqueNames } from './entry-ages.ts';
import { countChanges } from './fingerprints.ts';
import { lookUpKnownGood, type KnownGoodLookup } from './known-good.ts';
import type { FeedCopy } from './read-feeds.ts';

export interface BuildRequest {
  readonly feeds: PublisherFeedsFile;
  readonly keys: KeyFile;
  /** How the key file is called where something is wrong with it. */
  readonly keyFileName: string;
  readonly channelFolder: string;
  /** null: beside the channel. */
  readonly stateFolder: string | null;
  /** Where the channel is published, to go on from when its folder is empty; null: nowhere. */
  readonly publishedAt: string | null;
  /** null: as many as pay. */
  readonly threads: number | null;
  /** False: feeds with an address are taken from the state folder. */
  readonly fetches: boolean;
  /** True: a snapshot may lose more than half of the entries that are published. */
  readonly allowsShrinking: boolean;
  /** Unix time, seconds. */
  readonly now: number;
  readonly signal: AbortSignal;
  readonly progress: BuildProgress;
}

export interface BuildProgress {
  bytes(what: string, done: number, total: number): void;
  step(what: string): void;
}

export interface BuiltChannel {
  readonly index: ChannelIndex;
  readonly indexBytes: number;
  readonly report: BuildReport;
}

export type BuildFailure = ToldFailure;

/** Below this a worker takes longer to start than it saves. */
const MIN_BYTES_FOR_THREADS = 4_000_000;
/** Examples of entries that came and went, in the report. */
const EXAMPLES = 50;

/** One whole build, from feeds to a published channel; nothing of the channel changes unless it succeeds. */
export async function buildChannel(request: BuildRequest): Promise<Result<BuiltChannel, BuildFailure>> {
  const channelFolder = withoutSlash(request.channelFolder);
  const stateFolder = withoutSlash(request.stateFolder ?? defaultStateFolder(channelFolder));
  const channelLock = await lockBuild(`${channelFolder}.lock`);
  if (!channelLock.ok) return channelLock;
  try {
    // Two channels may not share a state, and `fetch` writes there too.
    const stateLock = await lockBuild(`${stateFolder}.lock`);
    if (!stateLock.ok) return stateLock;
    try {
      return await buildLocked({ ...request, channelFolder, stateFolder });
    } finally {
      await stateLock.value.release();
    }
  } finally {
    await channelLock.value.release();
  }
}

function withoutSlash(folder: string): string {
  return folder.length > 1 ? folder.replace(/[/\\]+$/, '') : folder;
}

async function buildLocked(request: BuildRequest): Promise<Result<BuiltChannel, BuildFailure>> {
  const startedAt = performance.now();
  const { feeds: file, now, channelFolder, progress } = request;
  const signer = await signerOf(request);
  if (!signer.ok) return signer;
  const state = await StateFolder.open(request.stateFolder ?? defaultStateFolder(channelFolder));
  const previous = await previousSnapshot(request, signer.value.rootKey);
  if (!previous.ok) return previous;
  const history = await historyWith(previous.value, state);

  const hostLists: HostListSource = {
    stateFolder: state.path,
    toPath: (path) => pathOf(path, file),
    fetches: request.fetches,
    now,
    signal: request.signal,
    onStep: (step) => progress.step(step),
  };
  const popular = await gatherPopularLists(file.popular, hostLists);
  if (!popular.ok) return popular;
  const knownGood = await gatherHostLists(file.knownGood, hostLists);
  if (!knownGood.ok) return knownGood;

  const gathered = await gatherFeeds(request, state.path);
  if (!gathered.ok) return gathered;
  const { feeds, totalBytes } = gathered.value;

  const last = previous.value;
  const isOld = last !== null && now - last.epoch.startedAt >= file.publication.epochDays * 86_400;
  const samplesBefore = await state.samples();
  let newBecause: BuildReport['epoch']['newBecause'] = last === null ? 'first-build' : isOld ? 'old' : null;
  let key = newBecause === null && last !== null ? last.epoch.key : newKey();
  let done = 0;
  const judgements = new FeedJudgements(await entriesBeforeOf(feeds));
  const compile = async (): Promise<Compilation> => {
    const journal = JournalReader.open(journalPath(state.path));
    const isSameKey = journal !== null && Buffer.compare(journal.epochKey, key) === 0;
    const journalAfter = new JournalWriter(state.path, uniqueNames(feeds.map(({ name }) => name)), key);
    try {
      const compiled = await compileFeeds({
        feeds: feeds.map(({ copies }) => copies),
        epochKey: key,
        journalBefore: isSameKey ? journal : null,
        rekeying:
          journal === null || isSameKey ? null : { epochKey: journal.epochKey, table: journalTable(journal) },
        guards: { popular: popular.value, exclusions: file.exclusions, now },
        weights: file.weights,
        threads: request.threads ?? (totalBytes < MIN_BYTES_FOR_THREADS ? 0 : availableParallelism()),
        totalBytes,
        isFit: (outcome) => judgements.judge(outcome),
        journalAfter,
        samplesBefore,
        today: dayOf(now),
        onBytes: (bytes) => {
          request.signal.throwIfAborted();
          progress.bytes('Reading feeds', (done += bytes), 0);
        },
        onStep: (step) => progress.step(step),
      });
      return { compiled, journalAfter };
    } catch (error) {
      journalAfter.discard();
      throw error;
    } finally {
      journal?.close();
    }
  };
  request.signal.throwIfAborted();
  let { compiled, journalAfter } = await compile();
  const unreadable = firstUnreadable(compiled, feeds, judgements);
  if (unreadable !== null) {
    journalAfter.discard();
    return fail(unreadable);
  }
  let epoch = epochOf(newBecause, key, compiled, now, last);
  let sections = sectionsOf(compiled.merged.sections, epoch.plannedEntries);
  if (!fitsEpoch(sections)) {
    // More entries than the fingerprints of this epoch keep apart.
    journalAfter.discard();
    newBecause = 'grown';
    key = newKey();
    ({ compiled, journalAfter } = await compile());
    epoch = epochOf(newBecause, key, compiled, now, last);
    sections = sectionsOf(compiled.merged.sections, epoch.plannedEntries);
  }

  progress.step('Looking up known good sites');
  const lookup = lookUpKnownGood(
    [...popularNames(), ...popular.value, ...knownGood.value],
    sections,
    epoch.key,
  );
  const objections = judgeBuild({
    entries: entriesOf(sections),
    entriesBefore: last === null ? null : entriesOf(last.sections),
    feeds: feeds.length,
    oldFeeds: feeds.filter(({ copies }) => judgements.isUnfit(copies[0]?.slot)).length,
    excludedGoodSites: lookup.excluded.length,
  });
  const stop = objections.find(
    ({ outcome, guard }) => outcome === 'stop' && !(request.allowsShrinking && guard === 'channel-shrunk'),
  );
  if (stop !== undefined) {
    journalAfter.discard();
    return fail({ kind: stop.guard, message: `${stop.message} The channel was not changed.` });
  }
  const snapshot: Snapshot = {
    serial: Math.max(last?.serial ?? 0, history.at(-1)?.serial ?? 0) + 1,
    publishedAt: now,
    epoch,
    sections,
    exclusions: lookup.exclusions,
    opaque: [],
  };
  const reportOf = (index: ChannelIndex, deltasLeftOut: number): BuildReport =>
    buildReport({
      request,
      index,
      deltasLeftOut,
      last,
      newBecause,
      compiled,
      feeds,
      judgements,
      objections,
      lookup,
      sections,
      epoch,
      startedAt,
    });
  const published = await publishSnapshot({
    channelFolder,
    state,
    snapshot,
    channel: signer.value.channel,
    refreshAfter: file.publication.refreshAfter,
    expiresAfter: file.publication.expiresAfter,
    sources: sourcesOf(feeds, compiled),
    snapshotKey: signer.value.snapshotKey,
    keyList: signer.value.keyList,
    history,
    onStep: (step) => {
      request.signal.throwIfAborted();
      progress.step(step);
    },
    reports: ({ index, deltasLeftOut }) => reportFiles(reportOf(index, deltasLeftOut), history),
  });
  if (!published.ok) {
    journalAfter.discard();
    return published;
  }
  journalAfter.commit();
  await state.saveSamples(compiled.samples);
  await keepGoodCopies(feeds, compiled);
  const { index, indexBytes, deltasLeftOut } = published.value;
  return ok({ index, indexBytes, report: reportOf(index, deltasLeftOut) });
}

interface Compilation {
  readonly compiled: CompiledFeeds;
  readonly journalAfter: JournalWriter;
}

function newKey(): Uint8Array {
  return new Uint8Array(randomBytes(EPOCH_KEY_BYTES));
}

function epochOf(
  newBecause: BuildReport['epoch']['newBecause'],
  key: Uint8Array,
  { merged }: CompiledFeeds,
  now: number,
  last: Snapshot | null,
): Epoch {
  return newBecause === null && last !== null ? last.epoch : newEpoch(key, merged.totals.entries, now);
}

interface Signer {
  readonly channel: string;
  readonly rootKey: string;
  readonly snapshotKey: NonNullable<KeyFile['snapshot']>;
  readonly keyList: string;
}

async function signerOf({ keys, keyFileName, now }: BuildRequest): Promise<Result<Signer, BuildFailure>> {
  const { snapshot: snapshotKey, keyList } = keys;
  if (snapshotKey === null || keyList === null) {
    const lacks = snapshotKey === null ? 'a snapshot key' : 'the signed list of snapshot keys';
    return fail({
      kind: 'no-snapshot-key',
      message: `${keyFileName} lacks ${lacks}; "spamlight keygen --help" says how to make one.`,
    });
  }
  const rootKey = rootKeyOfList(keyList);
  const list = await verifyKeyList(keyList, { rootKeys: [rootKey], channel: null, minKeyListNumber: 0 }, now);
  if (!list.ok) {
    const { kind } = list.failure;
    const why =
      kind === 'key-list-expired'
        ? 'has expired: "spamlight keygen --role list" makes a new one'
        : `cannot be used (${kind})`;
    return fail({ kind: 'bad-key-list', message: `The key list in ${keyFileName} ${why}.` });
  }
  if (!list.value.keys.some(({ kid, publicKey }) => kid === snapshotKey.kid && publicKey === snapshotKey.x)) {
    return fail({
      kind: 'bad-key-list',
      message: `The key list in ${keyFileName} does not name its snapshot key.`,
    });
  }
  return ok({ channel: list.value.channel, rootKey, snapshotKey, keyList });
}

function rootKeyOfList(keyList: string): string {
  try {
    return decodeProtectedHeader(keyList).kid ?? '';
  } catch (error) {
    if (error instanceof TypeError) return '';
    throw error;
  }
}

/**
 * The channel as it is: in its folder or, where that is empty, as it is published. A folder with somebody else's
 * channel is not written to; and a channel that is published but cannot be reached must not begin again at serial 1,
 * which its readers would refuse.
 */
async function previousSnapshot(
  { channelFolder, publishedAt, now }: BuildRequest,
  rootKey: string,
): Promise<Result<Snapshot | null, BuildFailure>> {
  const files = channelFiles(channelFolder);
  const index = await readIndex(files, rootKey, now);
  if (index.ok) return readBase(files, index.value.index);
  if (index.failure.kind !== 'no-channel') {
    return fail({
      kind: index.failure.kind,
      message: `${index.failure.message} It was not changed; build into another folder, or with the keys that signed it.`,
    });
  }
  if (publishedAt === null) return ok(null);
  const published = channelFiles(publishedAt);
  const last = await readIndex(published, rootKey, now);
  if (last.ok) return readBase(published, last.value.index);
  return last.failure.kind === 'no-channel' ? ok(null) : last;
}

/** The history, and the last snapshot for the next delta, even where the state folder was lost. */
async function historyWith(last: Snapshot | null, state: StateFolder): Promise<readonly PublishedSerial[]> {
  const history = await state.history();
  if (last === null || history.some(({ serial }) => serial === last.serial)) return history;
  await state.saveSnapshot(last.serial, encodeSnapshot(last));
  const { serial, publishedAt, epoch, sections } = last;
  const published = { serial, publishedAt, epochStartedAt: epoch.startedAt, entries: entriesOf(sections) };
  return [...history, published].sort((a, b) => a.serial - b.serial);
}

/** One feed of the build: its copies, the best first. */
interface GatheredFeed {
  readonly name: string;
  readonly description: FeedCopy['feed'];
  readonly copies: readonly (FeedCopy & { readonly facts: CopyFacts; readonly isNew: boolean })[];
  readonly store: FeedStore;
  readonly remarks: readonly string[];
}

interface GatheredFeeds {
  readonly feeds: readonly GatheredFeed[];
  readonly totalBytes: number;
}

async function gatherFeeds(
  request: BuildRequest,
  stateFolder: string,
): Promise<Result<GatheredFeeds, BuildFailure>> {
  const { feeds: file, fetches, now, signal, progress } = request;
  const fetched = fetches
    ? await fetchAll(file, stateFolder, {
        now,
        signal,
        onBytes: (name, done, total) => progress.bytes(`Fetching ${name}`, done, total),
      })
    : [];
  const feeds: GatheredFeed[] = [];
  let slot = 0;
  for (const described of file.feeds) {
    const { name, source } = described;
    const store = await FeedStore.open(stateFolder, name);
    const outcome = fetched.find((one) => one.name === name)?.outcome ?? null;
    const gathered =
      source.kind === 'file'
        ? await fileCopies(pathOf(source.path, file), name, store)
        : await fetchedCopies(source.url, name, store, outcome);
    if (!gathered.ok) return gathered;
    const { copies, remarks } = gathered.value;
    const description = file.formatless.has(name)
      ? await withFormat(described, copies[0]?.path ?? '')
      : ok(described);
    if (!description.ok) return description;
    feeds.push({
      name,
      description: description.value,
      store,
      remarks,
      copies: copies.map(({ path, facts, isNew }) => ({
        slot: slot++,
        feed: description.value,
        path,
        facts,
        isNew,
      })),
    });
  }
  return ok({
    feeds,
    totalBytes: feeds.reduce((sum, { copies }) => sum + (copies[0]?.facts.bytes ?? 0), 0),
  });
}

async function withFormat(
  feed: FeedCopy['feed'],
  path: string,
): Promise<Result<FeedCopy['feed'], BuildFailure>> {
  const detected = await detectCopy(path);
  if (detected.ok) return ok({ ...feed, format: detected.value.format, columns: detected.value.columns });
  return fail({
    kind: 'feed-unreadable',
    message: `Feed "${feed.name}" has no "format", and its content does not show one: ${detectMessage(detected.failure)}. The channel was not changed.`,
  });
}

interface Copies {
  readonly copies: readonly { readonly path: string; readonly facts: CopyFacts; readonly isNew: boolean }[];
  readonly remarks: readonly string[];
}

async function fileCopies(
  path: string,
  name: string,
  store: FeedStore,
): Promise<Result<Copies, BuildFailure>> {
  let facts: CopyFacts;
  try {
    facts = await factsOfFile(path);
  } catch (error) {
    const message = systemMessage(error);
    if (message === null) throw error;
    return fail({
      kind: 'feed-unreadable',
      message: `Feed "${name}" cannot be read: ${path}: ${message}. The channel was not changed.`,
    });
  }
  const good = await store.good(path);
  const copies = [{ path, facts, isNew: true }];
  return ok({
    copies: good === null ? copies : [...copies, { path: good.path, facts: good, isNew: false }],
    remarks: [],
  });
}

async function fetchedCopies(
  url: string,
  name: string,
  store: FeedStore,
  outcome: FetchOutcome | null,
): Promise<Result<Copies, BuildFailure>> {
  const remarks = outcome?.kind === 'failed' ? [`It could not be fetched: ${outcome.failure.message}.`] : [];
  const candidate = await store.candidate(url);
  const good = await store.good(url);
  const copies = [
    ...(candidate === null ? [] : [{ path: candidate.path, facts: candidate, isNew: true }]),
    ...(good === null
      ? []
      : [{ path: good.path, facts: good, isNew: candidate === null && remarks.length === 0 }]),
  ];
  if (copies.length > 0) return ok({ copies, remarks });
  const why =
    remarks.length > 0 ? remarks.join(' ') : 'No copy of it is kept, and fetching was not asked for.';
  return fail({
    kind: 'feed-unreadable',
    message: `Feed "${name}" cannot be read. ${why} The channel was not changed.`,
  });
}

function firstUnreadable(
  { outcomes, used }: CompiledFeeds,
  feeds: readonly GatheredFeed[],
  judgements: FeedJudgements,
): BuildFailure | null {
  for (const { name, copies, description } of feeds) {
    const failed = outcomes.find(({ kind, copy }) => kind === 'failed' && copy.slot === copies[0]?.slot);
    // A file that is damaged is a mistake on this machine, to be mended and not to be papered over.
    const isMendable = description.source.kind === 'file' && failed !== undefined;
    if (!isMendable && copies.some(({ slot }) => used.some((copy) => copy.slot === slot))) continue;
    const refusal = judgements.of(copies[0]?.slot)[0]?.message ?? 'no copy of it is fit';
    const why = failed?.kind === 'failed' ? failed.failure.message : refusal.replace(/\.$/, '');
    return {
      kind: 'feed-unreadable',
      message:
        failed?.kind === 'failed'
          ? `Feed "${name}" cannot be read: ${why}. The channel was not changed.`
          : `Feed "${name}" cannot be used, and no good copy of it is kept: ${why}. The channel was not changed.`,
    };
  }
  return null;
}

async function entriesBeforeOf(feeds: readonly GatheredFeed[]): Promise<ReadonlyMap<string, number | null>> {
  const before = new Map<string, number | null>();
  for (const { name, store } of feeds) before.set(name, await store.entriesBefore());
  return before;
}

/** What the index says of the sources; texts are cut to what clients take. */
function sourcesOf(feeds: readonly GatheredFeed[], { used, merged }: CompiledFeeds): ChannelIndex['sources'] {
  return feeds.flatMap(({ description, copies }) => {
    const copy = copies.find(({ slot }) => used.some((one) => one.slot === slot));
    if (copy === undefined) return [];
    const { name, licence, contact } = description;
    return [
      {
        name: name.slice(0, 64),
        licence: licence.slice(0, 128),
        entries: merged.totals.bySlot[copy.slot] ?? 0,
        fetchedAt: copy.facts.fetchedAt,
        ...(contact === null ? {} : { contact: contact.slice(0, 256) }),
      },
    ];
  });
}

async function keepGoodCopies(
  feeds: readonly GatheredFeed[],
  { used, outcomes }: CompiledFeeds,
): Promise<void> {
  for (const { copies, store } of feeds) {
    const copy = copies.find(({ slot }) => used.some((one) => one.slot === slot));
    if (copy === undefined) continue;
    const outcome = outcomes.find((one) => one.copy.slot === copy.slot);
    const entries = outcome?.kind === 'read' ? outcome.tally.entries : null;
    await store.keepAsGood(copy.path, { ...copy.facts, entries });
  }
}

interface ReportInput {
  readonly request: BuildRequest;
  readonly index: ChannelIndex;
  readonly deltasLeftOut: number;
  readonly last: Snapshot | null;
  readonly newBecause: BuildReport['epoch']['newBecause'];
  readonly compiled: CompiledFeeds;
  readonly feeds: readonly GatheredFeed[];
  readonly judgements: FeedJudgements;
  readonly objections: readonly BuildObjection[];
  readonly lookup: KnownGoodLookup;
  readonly sections: readonly Section[];
  readonly epoch: Epoch;
  readonly startedAt: number;
}

function buildReport({
  request,
  index,
  deltasLeftOut,
  last,
  newBecause,
  compiled,
  feeds,
  judgements,
  objections,
  lookup,
  sections,
  epoch,
  startedAt,
}: ReportInput): BuildReport {
  const { merged, changes, samples } = compiled;
  const { totals } = merged;
  const slots = feeds.map(
    ({ copies }) => copies.find(({ slot }) => compiled.used.some((copy) => copy.slot === slot))?.slot,
  );
  const width = Math.sqrt(totals.overlap.length);
  return {
    format: 1,
    channel: index.channel,
    serial: index.serial,
    publishedAt: index.publishedAt,
    previousSerial: last?.serial ?? null,
    previousEntries: last === null ? null : entriesOf(last.sections),
    tookSeconds: Math.round(performance.now() - startedAt) / 1000,
    entries: entriesOf(sections),
    bytes: index.base.bytes,
    epoch: { startedAt: epoch.startedAt, plannedEntries: epoch.plannedEntries, newBecause },
    feeds: feeds.map((feed, place) => reportedFeed(feed, slots[place], compiled, judgements, newBecause)),
    goneFeeds: [...changes.removedByName]
      .filter(([name]) => !feeds.some((feed) => feed.name === name))
      .map(([name, removedEntries]) => ({ name, removedEntries })),
    overlap: slots.map((a) =>
      slots.map((b) => (a === undefined || b === undefined ? 0 : (totals.overlap[a * width + b] ?? 0))),
    ),
    sections: sections.map(({ kind, category, action, group, fingerprintBits, fingerprints }) => {
      const before = last?.sections.find(
        (section) =>
          section.kind === kind &&
          section.category === category &&
          section.action === action &&
          section.group === group &&
          section.fingerprintBits === fingerprintBits,
      );
      const comparable =
        before !== undefined && newBecause === null ? countChanges(before.fingerprints, fingerprints) : null;
      return {
        kind,
        category,
        action,
        group,
        entries: fingerprints.high.length,
        fingerprintBits,
        added: comparable?.added ?? null,
        removed: comparable?.removed ?? null,
      };
    }),
    changes: {
      added: changes.hasBefore ? changes.added : null,
      // A new key: what no feed lists any more cannot be told from what never was.
      removed: changes.hasBefore && newBecause === null ? changes.removed : null,
      addedExamples: !changes.hasBefore
        ? []
        : [...changes.addedSamples]
            .flatMap((key) => samples.get(key) ?? [])
            .slice(0, EXAMPLES)
            .map((text) => defanged(text)),
      removedExamples: changes.removedSamples.slice(0, EXAMPLES).map((text) => defanged(text)),
    },
    ages: [...AGE_CLASSES, null].map((upTo, place) => ({ upTo, entries: changes.ages[place] ?? 0 })),
    unique: totals.unique,
    tooWeak: totals.tooWeak,
    widenedHosts: totals.widened,
    knownGood: {
      lookedUp: lookup.lookedUp,
      excluded: lookup.excluded.map(({ expression, groups }) => ({
        expression: defanged(expression),
        groups,
      })),
    },
    deltas: index.deltas.map(({ from, bytes }) => ({ from, bytes })),
    deltasLeftOut,
    warnings: [
      ...request.feeds.warnings.map(({ path, message }) => `${path} ${message}`),
      ...objections.map(({ guard, message }) => `${guard}: ${message}`),
    ],
  };
}

function entriesOf(sections: readonly Section[]): number {
  return sections.reduce((sum, { fingerprints }) => sum + fingerprints.high.length, 0);
}

function reportedFeed(
  { name, description, copies, remarks }: GatheredFeed,
  slot: number | undefined,
  { outcomes, merged, changes }: CompiledFeeds,
  judgements: FeedJudgements,
  newBecause: BuildReport['epoch']['newBecause'],
): ReportedFeed {
  const copy = copies.find((one) => one.slot === slot);
  const outcome = outcomes.find((one) => one.copy.slot === slot);
  const tally = outcome?.kind === 'read' ? outcome.tally : null;
  const { source } = description;
  const allowed = slot === undefined ? 0 : (merged.totals.allowedBySlot[slot] ?? 0);
  return {
    name,
    group: description.group,
    category: description.category,
    confidence: description.confidence,
    reviewed: description.reviewed,
    licence: description.licence,
    terms: description.terms,
    contact: description.contact,
    source: source.kind === 'url' ? source.url : basename(source.path),
    fetchedAt: copy?.facts.fetchedAt ?? null,
    copy: copy === undefined ? 'none' : copy.isNew ? 'new' : 'last-good',
    bytes: tally?.bytes ?? 0,
    lines: tally?.lines ?? 0,
    entries: slot === undefined ? 0 : (merged.totals.bySlot[slot] ?? 0),
    onlyHere: slot === undefined ? 0 : (merged.totals.onlyBySlot[slot] ?? 0),
    addedEntries: changes.hasBefore && slot !== undefined ? (changes.addedBySlot[slot] ?? 0) : null,
    removedEntries: changes.hasBefore && newBecause === null ? (changes.removedByName.get(name) ?? 0) : null,
    dropped: [
      ...(tally?.drops ?? []).map(({ because, by, count }) => ({
        because,
        by,
        count,
        lines: (tally?.droppedLines ?? [])
          .filter((dropped) => dropped.because === because && dropped.by === by)
          .map(({ line, text }) => ({ line, text: defanged(text) })),
      })),
      ...(allowed === 0
        ? []
        : [{ because: 'allowed-by-feed' as const, by: 'guard' as const, count: allowed, lines: [] }]),
    ],
    remarks: [
      ...remarks,
      ...outcomes.flatMap((one) => failureRemark(one, copies)),
      ...copies.flatMap((one) => judgements.of(one.slot).map(({ guard, message }) => `${guard}: ${message}`)),
    ],
  };
}

function failureRemark(outcome: CopyOutcome, copies: GatheredFeed['copies']): readonly string[] {
  if (outcome.kind !== 'failed' || !copies.some(({ slot }) => slot === outcome.copy.slot)) return [];
  return [`The newest copy cannot be used: ${outcome.failure.message}.`];
}
