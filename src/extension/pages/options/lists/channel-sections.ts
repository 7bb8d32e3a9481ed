import type { SectionName } from '../../../../core/snapshot/snapshot.ts';
import { SEVERAL_SOURCES } from '../../../../core/verdict/verdict.ts';
import type { MessageKey } from '../../../platform/texts/texts.ts';
import type { ChannelStatus } from '../../../protocol/channel-messages.ts';
import { el, withAttributes } from '../../element.ts';
import { outside } from '../../outside.ts';
import { isLocked } from '../../unless-locked.ts';
import type { PageContext } from '../../page-context.ts';
import { categoryName, levelName } from '../../verdict-sentences.ts';
import { nameOnly } from './list-switch.ts';
import type { ChannelActions } from './channel-actions.ts';

export function channelSections(
  channel: ChannelStatus,
  actions: ChannelActions,
  context: PageContext,
): HTMLElement {
  const { texts } = context;
  return withAttributes(
    el(
      'details',
      { className: 'more' },
      el('summary', {}, texts.count('sections_title', channel.sections.length)),
      el('p', { className: 'hint' }, texts.text('sections_hint')),
      el('ul', { className: 'plain rows' }, ...channel.sections.map((section, index) => row(section, index))),
    ),
    { 'data-key': `sections-${channel.id}` },
  );

  function row(section: ChannelStatus['sections'][number], index: number): HTMLLIElement {
    const id = `section-${channel.id}-${index}`;
    const group = section.group === SEVERAL_SOURCES ? texts.text('group_several') : outside(section.group);
    // From state, not from the checkbox, which `redraw` may have kept from an earlier draw.
    const offAfterwards = channel.sections.filter((other, place) => (place === index ? other.on : !other.on));
    return el(
      'li',
      { className: 'choice' },
      el('input', {
        type: 'checkbox',
        id,
        checked: section.on,
        disabled: isLocked(['channels'], context),
        onchange: () => actions.setSections(channel.id, offAfterwards.map(nameOnly)),
      }),
      withAttributes(
        el(
          'label',
          {},
          el('span', { className: 'row-title' }, categoryName(section.category, context), ' — ', group),
          el(
            'span',
            { className: 'hint' },
            [
              levelName(section.action, context),
              texts.text(SECTION_KINDS[section.kind]),
              texts.count('entries', section.entries),
            ].join(' · '),
          ),
        ),
        { for: id },
      ),
    );
  }
}

const SECTION_KINDS = {
  url: 'kind_url',
  address: 'kind_address',
  message: 'kind_message',
} as const satisfies Readonly<Record<SectionName['kind'], MessageKey>>;
