import { readTables } from './reading/read-tables.ts';
import { readWordModel } from './reading/read-word-model.ts';
import { popularNames } from '../../../core/guard/popular-sites.ts';
import { fail, ok, type Result } from '../../../core/result.ts';
import { encodeReviewedGroups } from '../../../core/snapshot/opaque-sections.ts';
import type { ChannelIndex } from '../../../core/snapshot/channel-index.ts';
import { entriesOf, type FingerprintList, type Snapshot } from '../../../core/snapshot/snapshot.ts';
import { stateDigest } from '../../../core/snapshot/state-digest.ts';
import { publishSnapshot } from '../channel/publish.ts';
import { judgeBuild, type BuildObjection } from '../guards/judge-build.ts';
import { keyListEndWarning } from '../keys/key-list-end.ts';
import { signerOf } from '../keys/signer.ts';
import type { BuildReport } from '../report/build-report.ts';
import { makeReport } from './make-report.ts';
import { reportFiles } from '../report/report-files.ts';
import { lockBuild } from '../state/build-lock.ts';
import { defaultStateFolder, StateFolder, type PublishedSerial } from '../state/state-folder.ts';
import type { BuildFailure, BuildRequest, BuiltChannel, UnchangedChannel } from './build-request.ts';
import { compileEpoch } from './compile-epoch.ts';
import { gatherChanges } from './gather-changes.ts';
import { gatherFeeds } from './gather-feeds.ts';
import { gatherGoodHosts } from './gather-good-hosts.ts';
import { changedEntries, type ChangedEntries } from './entries/changed-entries.ts';
import { entryNames } from './reading/entry-names.ts';
import { lookUpKnownGood, type KnownGoodLookup } from './entries/known-good.ts';
import type { PreparedBuild } from './prepared-build.ts';
import { historyWith, previousChannel } from './previous-channel.ts';
import { publicationTime, type DatedSerial } from './publication-time.ts';
import { withWithdrawn } from './entries/withdrawn-entries.ts';
import { keepGoodCopies, sourcesOf, tooManySources } from './used-copies.ts';

/** The channel changes only if the whole build succeeds. */
export async function buildChannel(
  request: BuildRequest,
): Promise<Result<BuiltChannel | UnchangedChannel, BuildFailure>> {
  const tooMany = tooManySources(request.feeds);
  if (tooMany !== null) return fail(tooMany);
  const channelFolder = withoutSlash(request.channelFolder);
  const stateFolder = withoutSlash(request.stateFolder ?? defaultStateFolder(channelFolder));
  const channelLock = await lockBuild(`${channelFolder}.lock`);
  if (!channelLock.ok) return channelLock;
  try {
    // The command `fetch` also writes to the state folder.
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

async function buildLocked(
  asked: BuildRequest & { readonly stateFolder: string },
): Promise<Result<BuiltChannel | UnchangedChannel, BuildFailure>> {
  const startedAt = performance.now();
  const { keys, keyFileName } = asked;
  const signer = await signerOf(keys, keyFileName, asked.now);
  if (!signer.ok) return signer;
  const state = await StateFolder.open(asked.stateFolder);
  const previous = await previousChannel(asked, signer.value);
  if (!previous.ok) return previous;
  const { last } = previous.value;
  const pastOfState = await state.history();
  const time = publicationTime(asked, newestOf(last, pastOfState));
  if (!time.ok) return time;
  const now = time.value;
  const request = { ...asked, now };
  const history = await historyWith(last, pastOfState, state);
  const good = await gatherGoodHosts(request, state.path);
  if (!good.ok) return good;
  const gathered = await gatherFeeds(request, state.path);
  if (!gathered.ok) return gathered;
  const changes = await gatherChanges(request.feeds, now);
  if (!changes.ok) return changes;
  const tables = await readTables(request.feeds);
  if (!tables.ok) return tables;
  const wordModel = await readWordModel(request.feeds);
  if (!wordModel.ok) return wordModel;
  const compiled = await compileEpoch({
    request,
    state,
    gathered: gathered.value,
    changes: changes.value,
    popular: good.value.popular,
    last,
    isForSnapshot: true,
  });
  if (!compiled.ok) return compiled;
  const { keysExpireAt } = signer.value;
  const ends = keyListEndWarning(keysExpireAt, now + request.feeds.publication.expiresAfter, now);
  try {
    return await publishBuild({
      startedAt,
      request,
      signer: signer.value,
      state,
      last,
      canStay: previous.value.isInFolder && previous.value.keyListNumber === signer.value.keyListNumber,
      history,
      good: good.value,
      feeds: gathered.value.feeds,
      changes: changes.value,
      epoch: compiled.value,
      tables: tables.value,
      wordModel: wordModel.value,
      warnings: [...previous.value.warnings, ...(ends === null ? [] : [ends])],
    });
  } finally {
    compiled.value.journalAfter.discard();
  }
}

function newestOf(last: Snapshot | null, history: readonly PublishedSerial[]): DatedSerial | null {
  const newest = history.at(-1) ?? null;
  return newest === null || (last !== null && last.serial >= newest.serial) ? last : newest;
}

async function publishBuild(
  build: PreparedBuild,
): Promise<Result<BuiltChannel | UnchangedChannel, BuildFailure>> {
  const { request, signer, state, history, feeds, epoch, last, good } = build;
  const { signal, progress } = request;
  progress.step('Looking up known good sites');
  const lookup = lookUpKnownGood(
    [...popularNames(), ...good.popular, ...good.knownGood],
    epoch.sections,
    epoch.epoch.key,
  );
  const objections = judge(build, lookup);
  const stop = objections.find(
    ({ outcome, guard }) => outcome === 'stop' && !(request.allowsShrinking && guard === 'channel-shrunk'),
  );
  if (stop !== undefined) {
    return fail({ kind: stop.guard, message: `${stop.message} The channel was not changed.` });
  }
  const reviewed = epoch.compiled.merged.reviewedGroups;
  // Sorted by name.
  const opaque: Snapshot['opaque'] = [
    ...(build.wordModel === null ? [] : [{ name: 'model/1', bytes: build.wordModel.bytes }]),
    ...(reviewed.length === 0 ? [] : [{ name: 'reviewed/1', bytes: encodeReviewedGroups(reviewed) }]),
    ...(build.tables === null ? [] : [{ name: 'tables/1', bytes: build.tables.bytes }]),
  ];
  const reportOf = (index: ChannelIndex, deltasLeftOut: number): BuildReport =>
    makeReport({ build, index, opaque, deltasLeftOut, objections, lookup });
  const exclusions = withWithdrawn(lookup.exclusions, request.feeds.exclusions, epoch.epoch.key, request.now);
  const snapshot: Snapshot = {
    serial: Math.max(last?.serial ?? 0, history.at(-1)?.serial ?? 0) + 1,
    publishedAt: request.now,
    epoch: epoch.epoch,
    sections: epoch.sections,
    exclusions,
    opaque,
  };
  if (last !== null && (await canSkip(build, last, snapshot))) {
    await saveBuildState(build);
    return ok({ serial: last.serial, publishedAt: last.publishedAt, warnings: build.warnings });
  }
  const published = await publishSnapshot({
    channelFolder: request.channelFolder,
    state,
    snapshot,
    channel: signer.channel,
    refreshAfter: request.feeds.publication.refreshAfter,
    expiresAfter: request.feeds.publication.expiresAfter,
    sources: sourcesOf(feeds, epoch.compiled, request.now),
    rootKey: signer.rootKey,
    snapshotKey: signer.snapshotKey,
    keyList: signer.keyList,
    history,
    isDryRun: request.isDryRun,
    onStep: (step) => {
      signal.throwIfAborted();
      progress.step(step);
    },
    reports: ({ index, deltasLeftOut }) => reportFiles(reportOf(index, deltasLeftOut), history),
  });
  if (!published.ok) return published;
  if (!request.isDryRun) await saveBuildState(build);
  const { index, indexBytes, deltasLeftOut, warnings } = published.value;
  return ok({
    index,
    indexBytes,
    report: reportOf(index, deltasLeftOut),
    changedEntries: request.isDryRun ? await namedChanges(build, exclusions) : null,
    warnings: [...build.warnings, ...warnings],
  });
}

/**
 * Seconds after which an unchanged channel is republished: clients try a mirror after two hours without news. Below an
 * hour, since hourly jobs start at varying times.
 */
const STAYS_SECONDS = 45 * 60;

async function canSkip(
  { request, canStay }: PreparedBuild,
  last: Snapshot,
  snapshot: Snapshot,
): Promise<boolean> {
  if (!request.onlyIfChanged || request.isDryRun || !canStay) return false;
  if (request.now - last.publishedAt >= STAYS_SECONDS) return false;
  return (await stateDigest(last)) === (await stateDigest(snapshot));
}

async function saveBuildState({ epoch, state, feeds }: PreparedBuild): Promise<void> {
  epoch.journalAfter.commit();
  await state.saveSamples(epoch.compiled.samples);
  await keepGoodCopies(feeds, epoch.compiled);
}

/** Also reads the last good copies, which name the removed entries. */
async function namedChanges(
  { feeds, changes, epoch, last, request }: PreparedBuild,
  exclusions: FingerprintList,
): Promise<ChangedEntries> {
  request.progress.step('Naming what comes and goes');
  const copies = feeds.flatMap((feed) => feed.copies.filter(({ undetected }) => undetected === undefined));
  return changedEntries(
    last === null ? null : { key: last.epoch.key, sections: last.sections, exclusions: last.exclusions },
    { key: epoch.epoch.key, sections: epoch.sections, exclusions },
    entryNames(copies, changes?.decisive ?? []),
  );
}

function judge(
  { epoch, last, feeds }: PreparedBuild,
  { excluded }: KnownGoodLookup,
): readonly BuildObjection[] {
  return judgeBuild({
    entries: entriesOf(epoch.sections),
    entriesBefore: last === null ? null : entriesOf(last.sections),
    feeds: feeds.length,
    oldFeeds: feeds.filter(({ copies }) => epoch.judgements.isUnfit(copies[0]?.slot)).length,
    excludedGoodSites: excluded.length,
  });
}
