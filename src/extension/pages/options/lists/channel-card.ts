import type { MessageKey } from '../../../platform/texts/texts.ts';
import type { ChannelStatus } from '../../../protocol/channel-messages.ts';
import { el, withAttributes, type Child } from '../../element.ts';
import { outside, spoken } from '../../outside.ts';
import type { PageContext } from '../../page-context.ts';
import { progress } from '../../progress.ts';
import { isLocked } from '../../unless-locked.ts';
import { failureSentences, listLine } from '../../status-sentences.ts';
import type { ChannelActions } from './channel-actions.ts';
import { channelFacts, channelSources } from './channel-facts.ts';
import { channelSections } from './channel-sections.ts';
import { listSwitch } from './list-switch.ts';
import { updateOne } from './update-one.ts';

const ORIGINS: Readonly<Record<ChannelStatus['origin'], MessageKey>> = {
  packaged: 'origin_packaged',
  default: 'origin_default',
  managed: 'origin_managed',
  added: 'origin_added',
  list: 'origin_added',
};

export function channelCard(
  channel: ChannelStatus,
  actions: ChannelActions,
  context: PageContext,
): HTMLElement {
  const { texts } = context;
  const title = `channel-${channel.id}`;
  return withAttributes(
    el(
      'article',
      { className: `card channel is-${channel.kind}` },
      el(
        'header',
        { className: 'card-head' },
        el('h3', { id: title }, outside(channel.name)),
        el('span', { className: 'chip' }, texts.text(ORIGINS[channel.origin])),
      ),
      el('p', { className: 'list-line' }, listLine(channel, context)),
      channel.activity.kind === 'updating' ? progress(channel.activity, context) : null,
      failure(channel, context),
      listSwitch(channel, 'channels', actions.setSections, context),
      channel.sections.length === 0 ? null : channelSections(channel, actions, context),
      channel.sources.length === 0 ? null : channelSources(channel.sources, context),
      withAttributes(
        el(
          'details',
          { className: 'more' },
          el('summary', {}, texts.text('fact_technical')),
          channelFacts(channel, context),
        ),
        { 'data-key': 'technical' },
      ),
      deeds(channel, actions, context),
    ),
    { 'data-key': channel.id, 'aria-labelledby': title },
  );
}

function failure(channel: ChannelStatus, context: PageContext): Child {
  const sentences = failureSentences(channel, context);
  if (sentences === null) return null;
  const { texts } = context;
  return el(
    'div',
    { className: 'notice is-caution' },
    el('p', { className: 'notice-title' }, texts.text('failure_title')),
    el('p', {}, ...sentences.happened),
    el('p', {}, ...sentences.means),
    el('p', {}, ...sentences.todo),
  );
}

function deeds(channel: ChannelStatus, actions: ChannelActions, context: PageContext): Child {
  const update = updateOne(channel, actions.update, context);
  const mayRemove = channel.origin === 'added' && !isLocked(['channels'], context);
  if (update === null && !mayRemove) return null;
  return el(
    'p',
    { className: 'actions' },
    update,
    mayRemove
      ? el(
          'button',
          {
            type: 'button',
            ariaLabel: context.texts.text('channel_remove_named', spoken(channel.name)),
            onclick: () => actions.remove(channel.id),
          },
          context.texts.text('remove'),
        )
      : null,
  );
}
