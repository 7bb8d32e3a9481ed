import type { SectionName } from '../../core/snapshot/snapshot.ts';
import { SEVERAL_SOURCES } from '../../core/verdict/verdict.ts';
import type { MessageKey } from '../../platform/texts.ts';
import type { ChannelStatus, ShownSource } from '../../protocol/channel-messages.ts';
import { el, withAttributes, type Child } from '../element.ts';
import { outside, spoken } from '../outside.ts';
import type { PageContext } from '../page-context.ts';
import { progress } from '../progress.ts';
import { failureSentences, hostOf, listLine } from '../status-sentences.ts';
import { categoryName, levelName } from '../verdict-sentences.ts';

export interface ChannelActions {
  readonly remove: (channel: string) => void;
  readonly setSections: (channel: string, off: readonly SectionName[]) => void;
}

const ORIGINS: Readonly<Record<ChannelStatus['origin'], MessageKey>> = {
  packaged: 'origin_packaged',
  default: 'origin_default',
  managed: 'origin_managed',
  added: 'origin_added',
  list: 'origin_added',
};

/** One list: its state in a line, what went wrong, and everything that is known of it. */
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
      facts(channel, context),
      channel.sections.length === 0 ? null : sections(channel, actions, context),
      channel.sources.length === 0 ? null : sources(channel.sources, context),
      channel.origin === 'added' ? removal(channel, actions, context) : null,
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

/** Facts that may be long: a line of their own. */
const WIDE: ReadonlySet<MessageKey> = new Set<MessageKey>(['fact_host', 'fact_fingerprint']);

function facts(channel: ChannelStatus, { texts, formats, now }: PageContext): HTMLElement {
  const rows: (readonly [MessageKey, ...Child[]])[] = [];
  if (channel.url !== null) rows.push(['fact_host', outside(hostOf(channel))]);
  if (channel.rootKeyFingerprints.length > 0) {
    rows.push([
      'fact_fingerprint',
      ...channel.rootKeyFingerprints.map((print) => el('code', { className: 'fingerprint' }, outside(print))),
    ]);
  }
  if (channel.kind !== 'none') {
    rows.push(
      ['fact_serial', formats.number(channel.serial)],
      [
        'fact_age',
        formats.listDate(channel.publishedAt, now),
        el('span', { className: 'hint' }, formats.relative(channel.publishedAt, now)),
      ],
      ['fact_entries', formats.number(channel.entries)],
      ['fact_size', formats.bytes(channel.bytes)],
    );
    // An ended list says so in its line.
    if (channel.endsAt > now) rows.push(['fact_ends', formats.day(channel.endsAt, now)]);
  }
  return el(
    'dl',
    { className: 'facts' },
    ...rows.map(([key, ...value]) =>
      el(
        'div',
        { className: WIDE.has(key) ? 'is-wide' : '' },
        el('dt', {}, texts.text(key)),
        el('dd', {}, ...value),
      ),
    ),
  );
}

function sections(channel: ChannelStatus, actions: ChannelActions, context: PageContext): HTMLElement {
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
    // From the state alone: a kept box is not the one drawn here (see `redraw`).
    const offAfterwards = channel.sections.filter((other, place) => (place === index ? other.on : !other.on));
    return el(
      'li',
      { className: 'choice' },
      el('input', {
        type: 'checkbox',
        id,
        checked: section.on,
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

/** A status section without what the protocol does not ask back. */
function nameOnly({ kind, category, action, group }: SectionName): SectionName {
  return { kind, category, action, group };
}

function sources(list: readonly ShownSource[], { texts, formats, now }: PageContext): HTMLElement {
  return withAttributes(
    el(
      'details',
      { className: 'more' },
      el('summary', {}, texts.count('sources_title', list.length)),
      el(
        'ul',
        { className: 'plain rows' },
        ...list.map((source) =>
          el(
            'li',
            {},
            el('span', { className: 'row-title' }, outside(source.name)),
            el(
              'span',
              { className: 'hint' },
              texts.count('entries', source.entries),
              ' · ',
              texts.text('source_fetched', formats.relative(source.fetchedAt, now)),
            ),
            el(
              'span',
              { className: 'hint' },
              ...texts.pieces<string | Node>('source_licence', outside(source.licence)),
            ),
            source.contact === null
              ? null
              : el(
                  'span',
                  { className: 'hint' },
                  ...texts.pieces<string | Node>('source_contact', outside(source.contact)),
                ),
          ),
        ),
      ),
    ),
    { 'data-key': 'sources' },
  );
}

function removal(channel: ChannelStatus, actions: ChannelActions, { texts }: PageContext): HTMLElement {
  return el(
    'p',
    { className: 'actions' },
    el(
      'button',
      {
        type: 'button',
        ariaLabel: texts.text('channel_remove_named', spoken(channel.name)),
        onclick: () => actions.remove(channel.id),
      },
      texts.text('remove'),
    ),
  );
}
