import { createHash } from 'node:crypto';
import { channelFiles, readIndex } from '../../node/channel/read-channel.ts';
import { pluralize, timeText } from '../../node/terminal/numbers.ts';
import { plainText } from '../../node/terminal/plain-text.ts';
import { verifyChannel } from '../channel/verify-channel.ts';
import { verifyHeaders } from '../channel/verify-headers.ts';
import { FeedStore } from '../feeds/feed-store.ts';
import type { PublisherFeedsFile } from '../feeds/read-feeds-file.ts';
import { keyListEndWarning } from '../keys/key-list-end.ts';
import type { HealthProblem } from './health-problem.ts';
import type { HealthState } from './health-state.ts';

export interface HealthRequest {
  readonly feeds: PublisherFeedsFile;
  readonly stateFolder: string;
  readonly publishedAt: string;
  /** Null: accept the channel's own key. */
  readonly rootKey: string | null;
  /** Log lines; null if the job succeeded. */
  readonly failedJob: readonly string[] | null;
  /** Time of the last commit, where schedules end without commits; else null. */
  readonly lastChangeAt: number | null;
  /** Unix seconds. */
  readonly now: number;
}

export interface ChannelHealth {
  readonly problems: readonly HealthProblem[];
  /** `told` as before: the command sets it. */
  readonly state: HealthState;
}

const HOUR = 3600;
const DAY = 24 * HOUR;

/** Feeds' weekends and maintenance are shorter. */
const DEAD_AFTER = 3 * DAY;
/** A full check downloads the whole channel. */
const VERIFY_EVERY = 6 * HOUR;
/** Briefer faults are normal: hosts take minutes to show a new version, and networks fail. */
const WRONG_FOR = 20 * 60;
/** Jobs publish at least hourly. */
const OLD_AFTER = 7 * HOUR;
/** GitHub ends schedules of a public repository 60 days after the last commit. */
const QUIET_FOR = 45 * DAY;

/** Finds what would stop an unattended channel. */
export async function channelHealth(request: HealthRequest, before: HealthState): Promise<ChannelHealth> {
  const online = await onlineProblems(request, before);
  const problems = [
    ...jobProblems(request),
    ...(await feedProblems(request)),
    ...online.problems,
    ...quietProblems(request),
  ];
  return { problems, state: { ...before, ...online.state } };
}

function jobProblems({ failedJob }: HealthRequest): readonly HealthProblem[] {
  if (failedJob === null) return [];
  return [
    {
      id: 'job-failed',
      title: 'The job failed',
      happened: 'The list was not built, or not published.',
      means:
        'Readers keep the list that they have. It gets no new entries, and some days after its date it no longer clears any link.',
      todo: 'Mend what is said below, or run the job again if it is a failure that passes. Its log has the rest.',
      quoted: failedJob,
    },
  ];
}

async function feedProblems({ feeds, stateFolder, now }: HealthRequest): Promise<readonly HealthProblem[]> {
  const problems: HealthProblem[] = [];
  for (const { name, source } of feeds.feeds) {
    if (source.kind !== 'url') continue;
    const good = await FeedStore.at(stateFolder, name).good(source.url);
    const deadAfter = Math.max(DEAD_AFTER, 2 * (feeds.fetchIntervals.get(name) ?? 0));
    if (good === null || now - good.fetchedAt <= deadAfter) continue;
    problems.push({
      id: `feed-dead-${idOf(name)}`,
      title: `The feed ${codeOf(name)} is dead`,
      happened: `It was last had, and fit for use, on ${timeText(good.fetchedAt)}.`,
      means:
        'Builds go on with that copy. Its entries get old: pages that are long gone stay listed, and new ones are missing.',
      todo: 'See in the report of the last build why it was refused or could not be fetched. Mend its address in feeds.json, or switch it off ("enabled": false).',
      quoted: [],
    });
  }
  return problems;
}

async function onlineProblems(
  request: HealthRequest,
  { verifiedAt, wrongSince }: HealthState,
): Promise<{
  readonly problems: readonly HealthProblem[];
  readonly state: Pick<HealthState, 'verifiedAt' | 'wrongSince'>;
}> {
  const { publishedAt, rootKey, now } = request;
  const files = channelFiles(publishedAt);
  const read = await readIndex(files, rootKey, now);
  if (!read.ok) return wrong([read.failure.message], request, wrongSince, verifiedAt);
  const { index, keysExpireAt } = read.value;
  const problems: HealthProblem[] = [];
  const keysEnd = keyListEndWarning(keysExpireAt, index.expiresAt, now);
  if (keysEnd !== null)
    problems.push({
      id: 'keys-end',
      title: 'The keys end soon',
      happened: `The list of keys is valid until ${timeText(keysExpireAt)}.`,
      means: 'From then on no reader takes a list that these keys have signed, however new it is.',
      todo: 'With the root key: "spamlight keygen --role list --root ROOT-KEY --snapshot SNAPSHOT-KEY --out next-key.json". Then give the job the content of next-key.json as its secret.',
      quoted: [],
    });
  if (now - index.publishedAt > OLD_AFTER && request.failedJob === null)
    problems.push({
      id: 'online-old',
      title: 'The list that is online is old',
      happened: `What readers get was published on ${timeText(index.publishedAt)}, although the job has run since.`,
      means: 'They get no new entries, and some days after that date the list no longer clears any link.',
      todo: 'See whether the job publishes to the address that readers ask, and whether a cache in front of it holds old files.',
      quoted: [],
    });

  const isDue =
    verifiedAt === null || now - verifiedAt >= VERIFY_EVERY || verifiedAt > now || wrongSince !== null;
  if (!isDue) return { problems, state: { verifiedAt, wrongSince: null } };
  const verified = await verifyChannel(files, rootKey, now);
  if (!verified.ok) return wrong([verified.failure.message], request, wrongSince, verifiedAt, problems);
  const headers = files.isLocal ? [] : await verifyHeaders(files.location, index);
  const bad = [...verified.value.parts, ...headers].flatMap(({ part, problem }) =>
    problem === null ? [] : [`${part}: ${problem}`],
  );
  if (bad.length > 0) return wrong(bad, request, wrongSince, verifiedAt, problems);
  return { problems, state: { verifiedAt: now, wrongSince: null } };
}

function wrong(
  quoted: readonly string[],
  { publishedAt, now }: HealthRequest,
  wrongSince: number | null,
  verifiedAt: number | null,
  others: readonly HealthProblem[] = [],
): Awaited<ReturnType<typeof onlineProblems>> {
  const since = wrongSince === null || wrongSince > now ? now : wrongSince;
  const state = { verifiedAt, wrongSince: since };
  if (now - since < WRONG_FOR) return { problems: others, state };
  return {
    problems: [
      ...others,
      {
        id: 'online-wrong',
        title: 'What is online cannot be used',
        happened: `Since ${timeText(since)} what is at ${codeOf(publishedAt)} is not what a reader's program takes.`,
        means: 'Readers keep the list that they have, and new readers get none.',
        todo: 'Look at the address in a browser: is it there, is it this channel, does the host change the files or leave out headers? "spamlight verify" with this address says the same again.',
        quoted,
      },
    ],
    state,
  };
}

function quietProblems({ lastChangeAt, now }: HealthRequest): readonly HealthProblem[] {
  if (lastChangeAt === null || now - lastChangeAt <= QUIET_FOR) return [];
  const days = pluralize(Math.floor((now - lastChangeAt) / DAY), 'day');
  return [
    {
      id: 'job-ends',
      title: 'The schedule will be switched off',
      happened: `Nothing was changed in this repository for ${days}: the job could not commit its monthly line.`,
      means:
        'GitHub switches scheduled jobs of a public repository off 60 days after the last change. Then nothing is built any more.',
      todo: 'See in the log of the job why it may not push (a protected branch?). Until that is mended, change anything here once a month.',
      quoted: [],
    },
  ];
}

function idOf(name: string): string {
  return createHash('sha256').update(name).digest('hex').slice(0, 8);
}

/** Foreign text must not be read as a part of the sentence. */
function codeOf(text: string): string {
  return `\`${plainText(text, 200).replaceAll('`', "'")}\``;
}
