import type { Child } from '../../element.ts';
import type { MessageKey } from '../../../platform/texts/texts.ts';
import type { ChannelStatus, ShownMirror, ShownSource } from '../../../protocol/channel-messages.ts';
import { MAX_FALSE_POSITIVE_RATE } from '../../../../core/snapshot/snapshot.ts';
import { el } from '../../element.ts';
import { outside } from '../../outside.tsx';
import type { PageContext } from '../../page-context.ts';
import { hostOf } from '../../status-sentences.ts';

/** Facts with a row of their own, as they may be long. */
const WIDE: ReadonlySet<MessageKey> = new Set<MessageKey>([
  'fact_host',
  'fact_mirrors',
  'fact_used_host',
  'fact_fingerprint',
]);

const REFUSALS: Readonly<Record<NonNullable<ShownMirror['refusal']>, MessageKey>> = {
  'not-an-address': 'mirror_not_an_address',
  'not-https': 'mirror_not_https',
  'private-host': 'mirror_private_host',
  twice: 'mirror_twice',
  'too-many': 'mirror_too_many',
  'set-by-administrator': 'mirror_by_administrator',
};

export function channelFacts(channel: ChannelStatus, { texts, formats, now }: PageContext): HTMLElement {
  const rows: (readonly [MessageKey, ...Child[]])[] = [];
  if (channel.url !== null) rows.push(['fact_host', outside(hostOf(channel))]);
  if (channel.usedUrl !== null) rows.push(['fact_used_host', outside(channel.usedUrl)]);
  if (channel.mirrors.length > 0) {
    const mirrors = channel.mirrors.map(({ url, refusal }) => (
      <li>
        {outside(url)}
        {refusal !== null && <span className="hint">{texts.text(REFUSALS[refusal])}</span>}
      </li>
    ));
    rows.push(['fact_mirrors', <ul className="plain">{mirrors}</ul>]);
  }
  if (channel.rootKeyFingerprints.length > 0) {
    rows.push([
      'fact_fingerprint',
      ...channel.rootKeyFingerprints.map((print) => <code className="fingerprint">{outside(print)}</code>),
    ]);
  }
  if (channel.kind !== 'none') {
    rows.push(
      ['fact_serial', formats.number(channel.serial)],
      [
        'fact_age',
        formats.listDate(channel.publishedAt, now),
        <span className="hint">{formats.relative(channel.publishedAt, now)}</span>,
      ],
      ['fact_entries', formats.number(channel.entries)],
      ['fact_size', formats.bytes(channel.bytes)],
      ['fact_memory', formats.bytes(channel.memoryBytes)],
      ['fact_wrong', texts.text('fact_wrong_value', 1 / MAX_FALSE_POSITIVE_RATE)],
    );
    // The status line already reports an end in the past.
    if (channel.endsAt !== null && channel.endsAt > now)
      rows.push(['fact_ends', formats.day(channel.endsAt, now)]);
  }
  return (
    <dl className="facts">
      {rows.map(([key, ...value]) => (
        <div className={WIDE.has(key) ? 'is-wide' : ''}>
          <dt>{texts.text(key)}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

export function channelSources(
  list: readonly ShownSource[],
  { texts, formats, now }: PageContext,
): HTMLElement {
  return (
    <details className="more" data-key="sources">
      <summary>{texts.count('sources_title', list.length)}</summary>
      <ul className="plain rows">
        {list.map((source) => (
          <li>
            <span className="row-title">{outside(source.name)}</span>
            <span className="hint">
              {texts.count('entries', source.entries)}
              {' · '}
              {texts.text('source_fetched', formats.relative(source.fetchedAt, now))}
            </span>
            <span className="hint">{texts.pieces('source_licence', outside(source.licence))}</span>
            {source.contact !== null && (
              <span className="hint">{texts.pieces('source_contact', outside(source.contact))}</span>
            )}
          </li>
        ))}
      </ul>
    </details>
  );
}
