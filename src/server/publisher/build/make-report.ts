import { basename } from 'node:path';
import type { ChannelIndex } from '../../../core/snapshot/channel-index.ts';
import {
  compareSections,
  entriesOf,
  falsePositiveRateOfSections,
  type Section,
  type Snapshot,
} from '../../../core/snapshot/snapshot.ts';
import type { PreparedBuild } from './prepared-build.ts';
import type { CompiledFeeds, CopyOutcome } from './compile-feeds.ts';
import { AGE_CLASSES } from './entries/entry-ages.ts';
import type { FeedJudgements } from './feed-judgements.ts';
import { countChanges } from './entries/fingerprints.ts';
import type { GatheredFeed } from './gather-feeds.ts';
import { MAX_DROPPED_LINES } from './reading/read-feeds.ts';
import type { KnownGoodLookup } from './entries/known-good.ts';
import type { BuildObjection } from '../guards/judge-build.ts';
import { defanged } from '../../node/terminal/plain-text.ts';
import { usedCopyOf } from './used-copies.ts';
import type { BuildReport, NewEpochReason, ReportedFeed, ReportedSection } from '../report/build-report.ts';

const EXAMPLES = 50;

export interface ReportInput {
  readonly build: PreparedBuild;
  readonly index: ChannelIndex;
  readonly opaque: Snapshot['opaque'];
  readonly deltasLeftOut: number;
  readonly objections: readonly BuildObjection[];
  readonly lookup: KnownGoodLookup;
}

export function makeReport(input: ReportInput): BuildReport {
  const { build, index, opaque, deltasLeftOut, objections, lookup } = input;
  const { request, startedAt, last, feeds } = build;
  const { compiled, judgements, epoch, newBecause, sections } = build.epoch;
  const { totals } = compiled.merged;
  const slots = feeds.map((feed) => usedCopyOf(feed, compiled.used)?.slot);
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
    addedBytes: opaque.reduce((sum, { bytes }) => sum + bytes.length, 0),
    epoch: {
      startedAt: epoch.startedAt,
      plannedEntries: epoch.plannedEntries,
      falsePositiveRate: falsePositiveRateOfSections(
        sections.map(({ fingerprints, fingerprintBits }) => ({
          entries: fingerprints.high.length,
          fingerprintBits,
        })),
      ),
      newBecause,
    },
    feeds: feeds.map((feed, place) => reportedFeed(feed, slots[place], compiled, judgements, newBecause)),
    goneFeeds: [...compiled.changes.removedByName]
      .filter(([name]) => name !== compiled.own?.name && !feeds.some((feed) => feed.name === name))
      .map(([name, removedEntries]) => ({ name, removedEntries })),
    overlap: overlapOf(slots, totals.overlap),
    sections: sections.map((section) => reportedSection(section, newBecause === null ? last : null)),
    changes: reportedChanges(compiled, newBecause),
    ages: [...AGE_CLASSES, null].map((upTo, place) => ({ upTo, entries: compiled.changes.ages[place] ?? 0 })),
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
    evidenceTables:
      build.tables?.rows.map(({ names, domains }) => ({
        brand: names[0] ?? '',
        domains: domains.map((domain) => defanged(domain)),
      })) ?? null,
    wordModelWords: build.wordModel?.words ?? null,
    ownChanges: reportedOwnChanges(compiled),
    warnings: [
      ...build.warnings,
      ...request.feeds.warnings.map(({ path, message }) => `${path} ${message}`),
      ...objections.map(({ guard, message }) => `${guard}: ${message}`),
    ],
  };
}

/** @param slots - of the used copies, in feed order */
function overlapOf(slots: readonly (number | undefined)[], overlap: Uint32Array): BuildReport['overlap'] {
  const width = Math.sqrt(overlap.length);
  return slots.map((a) =>
    slots.map((b) => (a === undefined || b === undefined ? 0 : (overlap[a * width + b] ?? 0))),
  );
}

/** @param before - the last snapshot; null if its epoch differs */
function reportedSection(section: Section, before: Snapshot | null): ReportedSection {
  const { kind, category, action, group, fingerprintBits, fingerprints } = section;
  const same = before?.sections.find(
    (other) => compareSections(other, section) === 0 && other.fingerprintBits === fingerprintBits,
  );
  const changes = same === undefined ? null : countChanges(same.fingerprints, fingerprints);
  return {
    kind,
    category,
    action,
    group,
    entries: fingerprints.high.length,
    fingerprintBits,
    added: changes?.added ?? null,
    removed: changes?.removed ?? null,
  };
}

function reportedChanges(
  { changes, samples }: CompiledFeeds,
  newBecause: NewEpochReason,
): BuildReport['changes'] {
  return {
    added: changes.hasBefore ? changes.added : null,
    // Under a new key, the journal holds only entries still listed, so removals are unknown.
    removed: changes.hasBefore && newBecause === null ? changes.removed : null,
    addedExamples: !changes.hasBefore
      ? []
      : [...changes.addedSamples]
          .flatMap((key) => samples.get(key) ?? [])
          .slice(0, EXAMPLES)
          .map((text) => defanged(text)),
    removedExamples: changes.removedSamples.slice(0, EXAMPLES).map((text) => defanged(text)),
  };
}

function reportedOwnChanges({ own }: CompiledFeeds): BuildReport['ownChanges'] {
  if (own === null) return null;
  const { name, added, removed, dropped } = own;
  return {
    name,
    added,
    removed,
    dropped: dropped
      .slice(0, MAX_DROPPED_LINES)
      .map(({ text, because }) => ({ text: defanged(text), because })),
  };
}

function reportedFeed(
  { name, description, copies, remarks }: GatheredFeed,
  slot: number | undefined,
  { outcomes, merged, changes }: CompiledFeeds,
  judgements: FeedJudgements,
  newBecause: NewEpochReason,
): ReportedFeed {
  const copy = copies.find((one) => one.slot === slot);
  const outcome = outcomes.find((one) => one.copy.slot === slot);
  const tally = outcome?.kind === 'read' ? outcome.tally : null;
  const { source } = description;
  const redirectedTo = copy?.facts.redirectedTo ?? null;
  const isQuotable = redirectedTo === null;
  const withdrawn = slot === undefined ? 0 : (merged.totals.withdrawnBySlot[slot] ?? 0);
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
    outsideRootZone: tally?.outsideRootZone ?? 0,
    addedEntries: changes.hasBefore && slot !== undefined ? (changes.addedBySlot[slot] ?? 0) : null,
    removedEntries: changes.hasBefore && newBecause === null ? (changes.removedByName.get(name) ?? 0) : null,
    dropped: [
      ...(tally?.drops ?? []).map(({ because, by, count }) => ({
        because,
        by,
        count,
        lines: (tally?.droppedLines ?? [])
          .filter((dropped) => dropped.because === because && dropped.by === by)
          // A redirect could get pages of the publisher's own network quoted in this public report.
          .map(({ line, text }) => ({ line, text: isQuotable ? defanged(text) : '' })),
      })),
      ...(allowed === 0
        ? []
        : [{ because: 'allowed-by-feed' as const, by: 'guard' as const, count: allowed, lines: [] }]),
      ...(withdrawn === 0
        ? []
        : [{ because: 'taken-back' as const, by: 'line' as const, count: withdrawn, lines: [] }]),
    ],
    remarks: [
      ...remarks,
      ...(redirectedTo === null ? [] : [`It came from ${redirectedTo}: its lines are not quoted.`]),
      ...outcomes.flatMap((one) => failureRemark(one, copies)),
      ...copies.flatMap((one) => judgements.of(one.slot).map(({ guard, message }) => `${guard}: ${message}`)),
    ],
  };
}

function failureRemark(outcome: CopyOutcome, copies: GatheredFeed['copies']): readonly string[] {
  if (outcome.kind !== 'failed' || !copies.some(({ slot }) => slot === outcome.copy.slot)) return [];
  return [`The newest copy cannot be used: ${outcome.failure.message}.`];
}
