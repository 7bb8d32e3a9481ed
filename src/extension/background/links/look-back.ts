import { toHex } from '../../../core/hash/hex.ts';
import { ignoreFailure } from '../../../core/result.ts';
import type { Outcome } from '../../protocol/outcome.ts';
import type { Hash64 } from '../../../core/hash/hash64.ts';
import { includesSection, type SectionName } from '../../../core/snapshot/snapshot.ts';
import { readLink } from '../../../core/url/read-link.ts';
import type { ContentCaller } from '../../platform/message-bus.ts';
import type { LookBackStore } from '../../platform/storage/look-back-store.ts';
import type { FoundIn, OpenedLink } from '../../platform/storage/private-records.ts';
import type { LookBackFinding } from '../../protocol/look-back-messages.ts';
import type { RequestTo } from '../../protocol/requests.ts';
import type { KnownChannels } from '../lists/channel-list.ts';
import type { FrameMemories } from './frame-memory.ts';
import type { LinkService } from './link-service.ts';
import {
  isUnreadable,
  type LoadedSnapshot,
  type SnapshotCache,
  snapshotsInUse,
} from '../lists/loaded-snapshots.ts';

export const REMEMBERED_SECONDS = 14 * 86_400;

const FINDING_SECONDS = 60 * 86_400;

export interface LookBackOptions {
  readonly store: LookBackStore;
  readonly snapshots: SnapshotCache;
  readonly channels: () => Promise<KnownChannels>;
  readonly links: LinkService;
  readonly frames: FrameMemories;
  readonly webmails: () => Promise<(host: string) => boolean>;
  readonly sectionsOff: () => Promise<ReadonlyMap<string, readonly SectionName[]>>;
  readonly now: () => number;
  readonly onChange: () => Promise<void>;
}

/**
 * Lists lag: a page may be listed days after it was opened. Only lookup keys under each channel's epoch key are stored,
 * for two weeks; a new epoch key ends their use.
 */
export class LookBack {
  readonly #options: LookBackOptions;

  constructor(options: LookBackOptions) {
    this.#options = options;
  }

  async remember({ href }: RequestTo<'link-opened'>, caller: ContentCaller): Promise<void> {
    const { store, snapshots, channels, links, frames, webmails, now } = this.#options;
    if (caller.isPrivate) return;
    const judged = await frames.judged(caller.tabId, caller.frameId, href, null);
    if (judged === null) return;
    const [answer] = await links.judge([href], judged.sender, null);
    const kind = answer?.verdict.kind;
    if (kind !== 'clear' && kind !== 'unchecked') return;

    const id = crypto.randomUUID();
    const openedAt = now();
    const { layers } = readLink(href, await webmails());
    const [loaded, known] = await Promise.all([snapshots.load(), channels()]);
    // If channels are unreadable, store keys for all lists: `check` looks up only those in use.
    const inUse = known.isWhole ? snapshotsInUse(loaded, known) : loaded.snapshots;
    const opened = inUse.map(({ stored, filter, hasher }): OpenedLink => {
      const words: number[] = [];
      for (const layer of layers) hasher.layer(layer, (high, low) => words.push(high, low));
      return {
        id: `${id} ${stored.channel}`,
        channel: stored.channel,
        epochKey: toHex(filter.epochKey),
        openedAt,
        hashes: Uint32Array.from(words),
      };
    });
    // Ignored: the status of lists already reports a full disk.
    ignoreFailure(await store.putOpened(opened, openedAt - REMEMBERED_SECONDS));
  }

  async unseen(): Promise<readonly LookBackFinding[]> {
    const findings = await this.#options.store.findings();
    return (findings.ok ? findings.value : [])
      .filter(({ seen }) => !seen)
      .map(({ seen: _seen, channel: _channel, ...finding }) => finding);
  }

  async dismiss(ids: readonly string[]): Promise<Outcome> {
    const marked = await this.#options.store.markFindingsSeen(ids);
    if (!marked.ok) return 'not-stored';
    await this.#options.onChange();
    return 'done';
  }

  /** Call after a list has changed. */
  async check(): Promise<void> {
    const { store, snapshots, channels, sectionsOff, now, onChange } = this.#options;
    const [opened, loaded, known, off] = await Promise.all([
      store.opened(),
      snapshots.load(),
      channels(),
      sectionsOff(),
    ]);
    const oldest = now() - REMEMBERED_SECONDS;
    if (!opened.ok || opened.value.length === 0) return;

    const findings = new Map<string, FoundIn>();
    for (const snapshot of snapshotsInUse(loaded, known)) {
      const epochKey = toHex(snapshot.filter.epochKey);
      for (const link of opened.value) {
        const isAsked = link.channel === snapshot.stored.channel && link.epochKey === epochKey;
        if (!isAsked || link.openedAt < oldest) continue;
        const sections = await listedIn(link, snapshot);
        const section = sections?.find((each) => !includesSection(off.get(link.channel) ?? [], each));
        if (section === undefined) continue;
        const id = openingOf(link);
        const known = findings.get(id);
        if (known !== undefined && known.section.action === 'danger') continue;
        const channelName = snapshot.stored.name;
        const { channel, openedAt } = link;
        findings.set(id, { id, channel, openedAt, foundAt: now(), section, channelName });
      }
    }
    // Links are stored per channel, but reported once: drop all records of a found link.
    const told = opened.value.filter((link) => findings.has(openingOf(link))).map(({ id }) => id);
    const isOutdated = opened.value.some(({ openedAt }) => openedAt < oldest);
    if (told.length === 0 && !isOutdated) return;
    const stored = await store.putFindings([...findings.values()], told, {
      openedBefore: oldest,
      foundBefore: now() - FINDING_SECONDS,
    });
    if (stored.ok && told.length > 0) await onChange();
  }
}

function openingOf({ id }: OpenedLink): string {
  return id.split(' ')[0] ?? id;
}

export function hashesOf({ hashes }: Pick<OpenedLink, 'hashes'>): readonly Hash64[] {
  const found: Hash64[] = [];
  for (let at = 0; at + 1 < hashes.length; at += 2)
    found.push({ high: hashes[at] ?? 0, low: hashes[at + 1] ?? 0 });
  return found;
}

/** @returns danger first; null if the list is unreadable */
export async function listedIn(
  stored: Pick<OpenedLink, 'hashes'>,
  { filter, readSlice }: LoadedSnapshot,
): Promise<readonly SectionName[] | null> {
  const candidates = hashesOf(stored).filter(({ high, low }) => filter.mayContain(high, low));
  if (candidates.length === 0) return [];
  const confirmed = await filter.confirm(candidates, readSlice).catch((error: unknown) => {
    // Not reported now: the next lookup reports the damage for repair, and a later check finds these links.
    if (isUnreadable(error)) return null;
    throw error;
  });
  if (confirmed === null) return null;
  const sections = confirmed.flat().flatMap((index) => filter.sections[index] ?? []);
  return sections.toSorted((a, b) => Number(b.action === 'danger') - Number(a.action === 'danger'));
}
