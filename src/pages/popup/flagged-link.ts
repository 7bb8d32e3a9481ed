import type { ScopedSubject } from '../../core/verdict/rules.ts';
import { shortened } from '../../core/text/outside-text.ts';
import { layerOf, type Level } from '../../core/verdict/verdict.ts';
import type { FlaggedLink } from '../../protocol/tab-messages.ts';
import { el, withAttributes, type Child } from '../element.ts';
import { icon } from '../icon.ts';
import { destination, outside, spoken } from '../outside.ts';
import type { PageContext } from '../page-context.ts';
import { levelName, reasonSentences } from '../verdict-sentences.ts';
import { SHOWN_ADDRESS, trustForm, type FlaggedLinkActions } from './trust-form.ts';

/** Characters of a link’s text that are shown. */

const SHOWN_TEXT = 60;

/** One flagged link of the tab: what it says, where it leads, why it is flagged, and what to do about it. */
export function flaggedLink(
  link: FlaggedLink,
  index: number,
  isTrusting: boolean,
  actions: FlaggedLinkActions,
  context: PageContext,
): HTMLElement {
  const { texts } = context;
  if (link.verdict.kind !== 'flagged')
    throw new RangeError(`a ${link.verdict.kind} link among the flagged ones`);
  const { level, reasons } = link.verdict;
  const [worst, ...others] = reasons;
  const layer = link.layers[worst === undefined ? 0 : layerOf(worst)] ?? link.layers[0];
  const leadsTo = layer?.registrableDomain ?? layer?.host ?? layer?.url ?? link.href;
  const label = link.text.trim();
  return withAttributes(
    el(
      'li',
      { className: `flagged is-${level}` },
      el('p', { className: 'flag-level' }, icon(level), levelName(level, context)),
      el(
        'p',
        { className: 'flag-text' },
        ...(label === ''
          ? [texts.text('popup_image_link')]
          : texts.pieces<string | Node>('popup_link_text', outside(shortened(label, SHOWN_TEXT)))),
      ),
      el(
        'p',
        { className: 'flag-leads' },
        ...texts.pieces<string | Node>(
          'popup_leads_to',
          layer === undefined ? outside(link.href) : shownAddress(layer),
        ),
      ),
      ...(worst === undefined ? [] : reasonNodes(worst)),
      others.length === 0
        ? null
        : withAttributes(
            el(
              'details',
              { className: 'more' },
              el('summary', {}, texts.count('popup_more_reasons', others.length)),
              ...others.flatMap((reason) => reasonNodes(reason)),
            ),
            { 'data-key': 'reasons' },
          ),
      deed(),
    ),
    { 'data-key': link.href },
  );

  function reasonNodes(reason: (typeof reasons)[number]): readonly Node[] {
    const { why, where } = reasonSentences(reason, context);
    return [el('p', { className: 'flag-why' }, ...why), el('p', { className: 'hint' }, ...where)];
  }

  /** Trust it, or take back what the reader has blocked; nothing where neither can be done. */
  function deed(): Child {
    if (worst?.kind === 'blocked') {
      if (worst.by !== 'reader') return null;
      const { scope, subject } = worst;
      return el(
        'p',
        { className: 'actions' },
        el(
          'button',
          { type: 'button', onclick: () => actions.unblock({ scope, subject }) },
          texts.text('popup_unblock'),
        ),
      );
    }
    const scopes = trustable(link, level);
    if (scopes.length === 0) return null;
    if (isTrusting) return trustForm(scopes, actions, context);
    return el(
      'p',
      { className: 'actions' },
      withAttributes(
        el(
          'button',
          { type: 'button', id: `trust-${index}`, onclick: () => actions.askTrust(link.href) },
          texts.text('popup_trust'),
        ),
        { 'aria-label': texts.text('popup_trust_named', spoken(leadsTo)), 'aria-expanded': 'false' },
      ),
    );
  }
}

/** Without the scheme, and shortened behind the host only. */
function shownAddress({ url, host, registrableDomain }: FlaggedLink['layers'][number]): HTMLElement {
  const bare = url.replace(/^https?:\/\//i, '');
  if (host === null || !bare.startsWith(host)) return outside(shortened(bare, SHOWN_ADDRESS));
  const rest = bare.slice(host.length);
  const room = Math.max(12, SHOWN_ADDRESS - host.length);
  return destination(host + shortened(rest, room), registrableDomain);
}

/** What trust would change: a sender can be forged, so trusting one never clears a danger. */
function trustable({ scopes, cannotTrust }: FlaggedLink, level: Level): readonly ScopedSubject[] {
  if (cannotTrust === true) return [];
  return level === 'danger' ? scopes.filter(({ scope }) => scope !== 'sender') : scopes;
}
