import type { SectionName } from '../../../../core/snapshot/snapshot.ts';
import { SEVERAL_SOURCES } from '../../../../core/verdict/verdict.ts';
import type { MessageKey } from '../../../platform/texts/texts.ts';
import type { ChannelStatus } from '../../../protocol/channel-messages.ts';
import { el } from '../../element.ts';
import { outside } from '../../outside.tsx';
import { isLocked } from '../../unless-locked.tsx';
import type { PageContext } from '../../page-context.ts';
import { categoryName, levelName } from '../../verdict-sentences.ts';
import { nameOnly } from './list-switch.tsx';
import type { ChannelActions } from './channel-actions.ts';

export function channelSections(
  channel: ChannelStatus,
  actions: ChannelActions,
  context: PageContext,
): HTMLElement {
  const { texts } = context;
  return (
    <details className="more" data-key={`sections-${channel.id}`}>
      <summary>{texts.count('sections_title', channel.sections.length)}</summary>
      <p className="hint">{texts.text('sections_hint')}</p>
      <ul className="plain rows">{channel.sections.map((section, index) => row(section, index))}</ul>
    </details>
  );

  function row(section: ChannelStatus['sections'][number], index: number): HTMLElement {
    const id = `section-${channel.id}-${index}`;
    const group = section.group === SEVERAL_SOURCES ? texts.text('group_several') : outside(section.group);
    // From state, not from the checkbox, which `redraw` may have kept from an earlier draw.
    const offAfterwards = channel.sections.filter((other, place) => (place === index ? other.on : !other.on));
    return (
      <li className="choice">
        <input
          type="checkbox"
          id={id}
          checked={section.on}
          disabled={isLocked(['channels'], context)}
          onchange={() => actions.setSections(channel.id, offAfterwards.map(nameOnly))}
        />
        <label htmlFor={id}>
          <span className="row-title">
            {categoryName(section.category, context)}
            {' — '}
            {group}
          </span>
          <span className="hint">
            {[
              levelName(section.action, context),
              texts.text(SECTION_KINDS[section.kind]),
              texts.count('entries', section.entries),
            ].join(' · ')}
          </span>
        </label>
      </li>
    );
  }
}

const SECTION_KINDS = {
  url: 'kind_url',
  address: 'kind_address',
  message: 'kind_message',
} as const satisfies Readonly<Record<SectionName['kind'], MessageKey>>;
