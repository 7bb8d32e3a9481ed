import { isSwitchedOff } from '../../core/verdict/protection.ts';
import type { MessageKey } from '../platform/texts/texts.ts';
import type { ChannelActivity, ChannelStatus } from '../protocol/channel-messages.ts';
import type { UpdateFailureKind } from '../protocol/update-failure.ts';
import { outside } from './outside.tsx';
import type { PageContext } from './page-context.ts';

/** "Last updated 3 November. Next try: 14:00." */
export function listLine(channel: ChannelStatus, { texts, formats, now }: PageContext): string {
  if (isSwitchedOff(channel.sections)) return texts.text('list_off');
  const from = formats.listDate(channel.publishedAt, now);
  const next = nextMoment(channel.activity, formats, now);
  if (channel.origin === 'list' && channel.url === null) {
    if (channel.endsAt === null || channel.kind === 'none') return texts.text('list_file_lost');
    return texts.text(
      channel.kind === 'expired' ? 'list_file_ended' : 'list_file',
      from,
      formats.day(channel.endsAt, now),
    );
  }
  if (channel.url === null && channel.kind !== 'none') {
    if (channel.endsAt === null) return texts.text('list_packaged_tests');
    const end = formats.day(channel.endsAt, now);
    return channel.kind === 'expired' || channel.endsAt <= now
      ? texts.text('list_packaged_ended', end)
      : texts.text('list_packaged', end);
  }
  switch (channel.kind) {
    case 'none':
      return next === null ? texts.text('list_none') : texts.text('list_none_next', next);
    case 'fresh':
      return next === null ? texts.text('list_fresh', from) : texts.text('list_fresh_next', from, next);
    case 'stale':
      return next === null ? texts.text('list_stale', from) : texts.text('list_stale_next', from, next);
    case 'expired':
      return next === null ? texts.text('list_expired', from) : texts.text('list_expired_next', from, next);
  }
}

function nextMoment(activity: ChannelActivity, formats: PageContext['formats'], now: number): string | null {
  if (activity.kind !== 'idle' || activity.nextAt === null) return null;
  // An overdue retry waits for the next event. Never show its past time.
  return formats.moment(Math.max(activity.nextAt, now), now);
}

export type Updating = Extract<ChannelActivity, { kind: 'updating' }>;

export function progressLine(activity: Updating, { texts, formats }: PageContext): string {
  switch (activity.step) {
    case 'index':
      return texts.text('step_index');
    case 'download': {
      const received = formats.bytes(activity.receivedBytes);
      return activity.totalBytes > 0
        ? texts.text('step_download_of', received, formats.bytes(activity.totalBytes))
        : texts.text('step_download', received);
    }
    case 'apply':
      return texts.text('step_apply');
    case 'build':
      return texts.text('step_build');
  }
}

/** `happened`: `$1` is the host, `$2` the failure's detail. */
const FAILURES: Readonly<Record<UpdateFailureKind, { happened: MessageKey; todo: MessageKey }>> = {
  unreachable: { happened: 'updateFailure_unreachable', todo: 'todo_connection' },
  'http-status': { happened: 'updateFailure_http_status', todo: 'todo_publisher' },
  redirected: { happened: 'updateFailure_redirected', todo: 'todo_network' },
  'timed-out': { happened: 'updateFailure_timed_out', todo: 'todo_connection' },
  'too-large': { happened: 'updateFailure_too_large', todo: 'todo_publisher' },
  truncated: { happened: 'updateFailure_truncated', todo: 'todo_connection' },
  'not-an-index': { happened: 'updateFailure_not_an_index', todo: 'todo_network' },
  'bad-signature': { happened: 'updateFailure_bad_signature', todo: 'todo_forgery' },
  'wrong-root-key': { happened: 'updateFailure_wrong_root_key', todo: 'todo_forgery' },
  'cannot-verify': { happened: 'updateFailure_cannot_verify', todo: 'todo_update_browser' },
  'keys-expired': { happened: 'updateFailure_keys_expired', todo: 'todo_clock' },
  'keys-older': { happened: 'updateFailure_keys_older', todo: 'todo_forgery' },
  'other-channel': { happened: 'updateFailure_other_channel', todo: 'todo_forgery' },
  'bad-index': { happened: 'updateFailure_bad_index', todo: 'todo_publisher' },
  'older-list': { happened: 'updateFailure_older_list', todo: 'todo_forgery' },
  'wrong-file': { happened: 'updateFailure_wrong_file', todo: 'todo_publisher' },
  'unreadable-file': { happened: 'updateFailure_unreadable_file', todo: 'todo_publisher' },
  'packed-file': { happened: 'updateFailure_packed_file', todo: 'todo_unpack' },
  'wrong-list': { happened: 'updateFailure_wrong_list', todo: 'todo_publisher' },
  'flags-known-site': { happened: 'updateFailure_flags_known_site', todo: 'todo_publisher' },
  'too-many-entries': { happened: 'updateFailure_too_many_entries', todo: 'todo_smaller_list' },
  'storage-full': { happened: 'updateFailure_storage_full', todo: 'todo_space' },
  'storage-failed': { happened: 'updateFailure_storage_failed', todo: 'todo_restart' },
  stuck: { happened: 'updateFailure_stuck', todo: 'todo_restart' },
  internal: { happened: 'updateFailure_internal', todo: 'todo_report' },
};

/** Seconds after which a failure no longer counts as temporary. */
const LONG = 3 * 86_400;

/** Advice for failures that usually pass by themselves. */
const CAN_PASS: ReadonlySet<MessageKey> = new Set(['todo_connection', 'todo_network', 'todo_publisher']);

/** Untrusted strings are separate elements. */
export type Sentence = readonly (string | Node)[];

export interface FailureSentences {
  readonly happened: Sentence;
  readonly means: Sentence;
  readonly todo: Sentence;
}

/** @param source - host of the list, or its name */
export function failureHappened(
  kind: UpdateFailureKind,
  source: string,
  detail: string,
  { texts, formats }: PageContext,
): Sentence {
  const limit = Number(detail);
  const shown =
    kind === 'too-large'
      ? formats.bytes(limit)
      : kind === 'too-many-entries'
        ? formats.number(limit)
        : detail;
  return texts.pieces(FAILURES[kind].happened, outside(source), outside(shown));
}

export function failureTodo(kind: UpdateFailureKind, { texts }: PageContext): string {
  return texts.text(FAILURES[kind].todo);
}

export function failureSentences(channel: ChannelStatus, context: PageContext): FailureSentences | null {
  const { texts, formats, now } = context;
  const failure = channel.lastFailure;
  if (failure === null) return null;
  const { todo } = FAILURES[failure.kind];
  const next = nextMoment(channel.activity, formats, now);
  const isLong = channel.kind !== 'none' && now - channel.publishedAt > LONG;
  return {
    happened: [
      ...failureHappened(failure.kind, hostOf(channel), failure.detail, context),
      texts.gap,
      failure.times > 1
        ? texts.count('failed_times', failure.times, formats.relative(failure.at, now))
        : texts.text('failed_at', formats.relative(failure.at, now)),
    ],
    means: [meaning(channel, context)],
    todo: [
      isLong && CAN_PASS.has(todo)
        ? texts.text('todo_long', formats.day(channel.publishedAt, now))
        : texts.text(todo),
      ...(next === null ? [] : [texts.gap, texts.text('next_try', next)]),
    ],
  };
}

function meaning(channel: ChannelStatus, { texts }: PageContext): string {
  if (isSwitchedOff(channel.sections)) return texts.text('list_off');
  switch (channel.kind) {
    case 'none':
      return texts.text(channel.origin === 'list' ? 'means_no_public_list' : 'means_no_list');
    case 'fresh':
    case 'stale':
      return texts.text('means_list_stays');
    case 'expired':
      return texts.text('means_expired');
  }
}

export function hostOf(channel: ChannelStatus): string {
  if (channel.url === null || !URL.canParse(channel.url)) return channel.name;
  return new URL(channel.url).host;
}
