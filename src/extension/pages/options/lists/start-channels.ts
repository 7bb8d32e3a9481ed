import {
  answerOrNull,
  didSucceed,
  isFinal,
  FAILED_OUTCOME_TEXTS,
  outcomeOf,
  run,
  outcomeText,
  latestOnly,
} from '../../background-answers.ts';
import type { ChannelActivity, ChannelStatus } from '../../../protocol/channel-messages.ts';
import type { BackgroundLink } from '../../background-link.ts';
import type { PageContext } from '../../page-context.ts';
import { PartState } from '../../part-state.ts';
import { redraw } from '../../redraw.ts';
import type { ChannelFormState } from './channel-form.tsx';
import {
  type ChannelsActions,
  type ChannelsReady,
  type ChannelsUnready,
  channelsView,
  outcome,
} from './channels-view.tsx';
import { switchedOff } from './list-switch.tsx';
import type { Section } from '../parts/section.ts';

const EMPTY: ChannelsReady = {
  kind: 'ready',
  channels: [],
  isFileDamaged: false,
  findings: [],
  form: { kind: 'closed' },
  said: '',
  removed: null,
};

const BEGUN: ChannelActivity = { kind: 'updating', step: 'index', receivedBytes: 0, totalBytes: 0 };

function begun(status: ChannelStatus, channel?: string): ChannelStatus {
  const isMeant = channel === undefined ? status.url !== null : status.id === channel;
  return isMeant ? { ...status, activity: BEGUN } : status;
}

export function startChannels(
  body: HTMLElement,
  { ask }: BackgroundLink,
  context: () => PageContext,
): Section {
  const state = new PartState<ChannelsReady, ChannelsUnready>(EMPTY, { kind: 'loading' }, draw);
  const change = state.change.bind(state);

  function draw(): void {
    redraw(body, channelsView(state.now, actions, context()));
  }

  const load = latestOnly(
    () =>
      Promise.all([answerOrNull(ask({ type: 'get-status' })), answerOrNull(ask({ type: 'get-look-back' }))]),
    ([status, lookBack]) => {
      if (status === null || lookBack === null) return state.showNot({ kind: 'no-answer' });
      const { channels, said } = state.last;
      state.show({
        channels: status.channels,
        isFileDamaged: status.isChannelFileDamaged === true,
        findings: lookBack.findings,
        said: outcome(channels, status.channels, context()) ?? said,
      });
    },
  );

  function showForm(form: ChannelFormState, focused: string): void {
    change({ form });
    document.getElementById(focused)?.focus();
  }

  function update(channel?: string): void {
    run(async () => {
      change({ said: '', removed: null });
      const hasBegun = await didSucceed(
        ask(channel === undefined ? { type: 'update-now' } : { type: 'update-now', channel }),
      );
      // Marked as begun here, because `outcome` reports only updates seen in progress, and this one may end before the
      // next load.
      if (hasBegun) change({ channels: state.last.channels.map((each) => begun(each, channel)) });
      else change({ said: context().texts.text('update_no_answer') });
      await load();
    });
  }

  const actions: ChannelsActions = {
    updateNow: () => update(),
    update: (channel) => update(channel),
    remove: (channel) => {
      run(async () => {
        const answer = await answerOrNull(ask({ type: 'remove-channel', channel, isUndoable: true }));
        await load();
        const isRemoved = answer?.removed === true;
        const key = isRemoved ? 'channel_removed' : 'unanswered_title';
        change({ said: context().texts.text(key), removed: isRemoved ? channel : null });
        document.getElementById(isRemoved ? 'channel-undo' : 'channel-open')?.focus();
      });
    },
    takeBack: (channel) => {
      run(async () => {
        const outcome = await outcomeOf(ask({ type: 'take-back-list', list: channel }));
        await load();
        change({
          said: outcomeText(outcome, context().texts.text('channel_taken_back'), context()),
          ...(isFinal(outcome) ? { removed: null } : {}),
        });
        document.getElementById(outcome === 'done' ? 'channel-open' : 'channel-undo')?.focus();
      });
    },
    setSections: (channel, off) => {
      change({ channels: state.last.channels.map((each) => switchedOff(each, channel, off)) });
      run(async () => {
        const outcome = await outcomeOf(ask({ type: 'set-sections', channel, off }));
        await load();
        if (outcome !== 'done') change({ said: context().texts.text(FAILED_OUTCOME_TEXTS[outcome]) });
      });
    },
    dismissFindings: (ids) => {
      run(async () => {
        const outcome = await outcomeOf(ask({ type: 'dismiss-look-back', ids }));
        await load();
        if (outcome !== 'done') change({ said: context().texts.text(FAILED_OUTCOME_TEXTS[outcome]) });
        document.getElementById('update-now')?.focus();
      });
    },
    open: () => showForm({ kind: 'paste', refused: null }, 'channel-text'),
    close: () => showForm({ kind: 'closed' }, 'channel-open'),
    preview: (text) => {
      run(async () => {
        const preview = await answerOrNull(ask({ type: 'preview-channel', text }));
        if (preview === null) change({ said: context().texts.text('unanswered_title') });
        else if ('refused' in preview) showForm({ kind: 'paste', refused: preview.refused }, 'channel-text');
        else showForm({ kind: 'confirm', text, preview, refused: null }, 'channel-confirm');
      });
    },
    add: (text) => {
      run(async () => {
        const answer = await answerOrNull(ask({ type: 'add-channel', text }));
        if (answer === null) {
          change({ said: context().texts.text('unanswered_title') });
          return;
        }
        if ('refused' in answer) {
          const { form } = state.last;
          if (form.kind === 'confirm') change({ form: { ...form, refused: answer.refused } });
          return;
        }
        await load();
        change({ said: context().texts.text('channel_added'), removed: null });
        showForm({ kind: 'closed' }, 'channel-open');
      });
    },
  };

  draw();
  return { load, draw };
}
