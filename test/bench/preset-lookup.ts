import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { CanaryKeys } from '../../src/extension/background/lists/device-lists/canary-keys.ts';
import { compileList } from '../../src/extension/background/lists/device-lists/compile-list.ts';
import { VerdictPriority } from '../../src/extension/background/lists/device-lists/verdict-priority.ts';
import { ListIntake } from '../../src/extension/background/lists/device-lists/list-intake.ts';
import { Pace, runUnlessStopped } from '../../src/extension/background/lists/device-lists/pace.ts';
import { LIST_PRESETS, voiceOfList } from '../../src/core/feed/list-presets.ts';
import { LayeredFilter } from '../../src/core/filter/layered-filter.ts';
import { EntryHasher } from '../../src/core/hash/entry-hash.ts';
import { runSteps } from '../../src/core/steps.ts';
import { withCarried } from '../../src/core/url/carried-addresses.ts';
import { readLink } from '../../src/core/url/read-link.ts';
import type { ChannelMatches } from '../../src/core/lookup/channel-matches.ts';
import { judgeLink } from '../../src/core/lookup/judge-link.ts';
import { lookUpLink } from '../../src/core/lookup/look-up-link.ts';
import { NO_RULES } from '../../src/core/verdict/rules.ts';
import { mailtoOf } from '../../src/core/url/mail-address.ts';
import type { JudgedHref, ListJudge } from '../../src/server/publisher/evaluate/judge-whole-mail.ts';
import { sharedData } from '../shared-data.ts';

const KEY = new Uint8Array(8).fill(7);
const SECRET = new Uint8Array(16).fill(7);

/** The copies of presets that lie beside the checkout, in the form they were kept in. */
export const PRESET_COPIES: Readonly<Record<string, string>> = {
  'phishing-database-links': 'phishing_database_links_active_20260313',
  urlhaus: 'urlhaus_filter_20250719',
  openphish: 'openphish_asof_2026-06-30',
};

interface OpenedPreset {
  readonly filter: LayeredFilter;
  readonly table: Uint8Array;
  readonly channel: Omit<ChannelMatches, 'matches'>;
}

/**
 * A reader's device with these presets and nothing else: read, guarded, compiled and judged by the extension's own code.
 *
 * @param now - Unix time, seconds
 */
export async function presetLookup(
  ids: readonly string[],
  now: number,
): Promise<{ readonly entries: number; readonly lists: ListJudge }> {
  const opened: OpenedPreset[] = [];
  let entries = 0;
  for (const id of ids) {
    const preset = LIST_PRESETS.find((each) => each.id === id);
    const copy = PRESET_COPIES[id];
    if (preset === undefined || copy === undefined) throw new RangeError(`no copy of ${id}`);
    const { signal } = new AbortController();
    const pace = new Pace(new VerdictPriority());
    const canaries = await runUnlessStopped(CanaryKeys.make(KEY), pace, signal);
    if (canaries === null) throw new Error('stopped');
    const intake = new ListIntake(KEY, canaries, pace);
    await intake.pushBytes(new Uint8Array(gunzipSync(readFileSync(sharedData(`feeds/${copy}.txt.gz`)))));
    const read = await intake.finish();
    if (!read.ok) throw new Error(`${id}: ${read.failure.kind}`);
    const { device, sections } = runSteps(
      compileList(read.value, {
        key: KEY,
        secret: SECRET,
        addedAt: now,
        now,
        serial: 1,
        category: preset.category,
      }),
    );
    const filter = LayeredFilter.open(device.header, device.residentFilter, SECRET);
    if (!filter.ok) throw new Error(filter.failure.kind);
    entries += sections.reduce((sum, section) => sum + section.entries, 0);
    opened.push({
      filter: filter.value,
      table: device.verificationTable,
      channel: {
        channel: id,
        channelName: preset.name,
        serial: 1,
        publishedAt: now,
        status: 'fresh',
        kind: 'device-list',
        voice: voiceOfList(preset.url),
      },
    });
  }
  const hasher = new EntryHasher(KEY);
  const judge = async (href: string, isSender: boolean): Promise<JudgedHref> => {
    const link = withCarried(readLink(href));
    const channels = await Promise.all(
      opened.map(async ({ filter, table, channel }) => ({
        ...channel,
        matches: await lookUpLink(link, filter, hasher, async (start, end) => table.subarray(start, end)),
      })),
    );
    return { link, verdict: judgeLink(link, { channels, rules: NO_RULES, sender: null, isSender }) };
  };
  return {
    entries,
    lists: { link: (href) => judge(href, false), sender: (address) => judge(mailtoOf(address), true) },
  };
}
