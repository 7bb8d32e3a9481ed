import type { MessageKey } from '../../../platform/texts/texts.ts';
import type { ChannelStatus } from '../../../protocol/channel-messages.ts';
import { el, type Child } from '../../element.ts';
import { outside, spoken } from '../../outside.tsx';
import type { PageContext } from '../../page-context.ts';
import { progress } from '../../progress.tsx';
import { isLocked } from '../../unless-locked.tsx';
import { failureSentences, listLine } from '../../status-sentences.ts';
import type { ChannelActions } from './channel-actions.ts';
import { channelFacts, channelSources } from './channel-facts.tsx';
import { channelSections } from './channel-sections.tsx';
import { listSwitch } from './list-switch.tsx';
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
  return (
    <article className={`card channel is-${channel.kind}`} data-key={channel.id} aria-labelledby={title}>
      <header className="card-head">
        <h3 id={title}>{outside(channel.name)}</h3>
        <span className="chip">{texts.text(ORIGINS[channel.origin])}</span>
      </header>
      <p className="list-line">{listLine(channel, context)}</p>
      {channel.activity.kind === 'updating' && progress(channel.activity, context)}
      {failure(channel, context)}
      {listSwitch(channel, 'channels', actions.setSections, context)}
      {channel.sections.length !== 0 && channelSections(channel, actions, context)}
      {channel.sources.length !== 0 && channelSources(channel.sources, context)}
      <details className="more" data-key="technical">
        <summary>{texts.text('fact_technical')}</summary>
        {channelFacts(channel, context)}
      </details>
      {deeds(channel, actions, context)}
    </article>
  );
}

function failure(channel: ChannelStatus, context: PageContext): Child {
  const sentences = failureSentences(channel, context);
  if (sentences === null) return null;
  const { texts } = context;
  return (
    <div className="notice is-caution">
      <p className="notice-title">{texts.text('failure_title')}</p>
      <p>{sentences.happened}</p>
      <p>{sentences.means}</p>
      <p>{sentences.todo}</p>
    </div>
  );
}

function deeds(channel: ChannelStatus, actions: ChannelActions, context: PageContext): Child {
  const update = updateOne(channel, actions.update, context);
  const mayRemove = channel.origin === 'added' && !isLocked(['channels'], context);
  if (update === null && !mayRemove) return null;
  return (
    <p className="actions">
      {update}
      {mayRemove && (
        <button
          type="button"
          ariaLabel={context.texts.text('channel_remove_named', spoken(channel.name))}
          onclick={() => actions.remove(channel.id)}
        >
          {context.texts.text('remove')}
        </button>
      )}
    </p>
  );
}
