import type { ScopedSubject } from '../../core/verdict/rules.ts';
import { shortened } from '../../core/text/outside-text.ts';
import { layerOf, type Level } from '../../core/verdict/verdict.ts';
import type { MessageKey } from '../../platform/texts.ts';
import type { FlaggedLink } from '../../protocol/tab-messages.ts';
import { el, withAttributes, type Child } from '../element.ts';
import { formValues } from '../form-values.ts';
import { icon } from '../icon.ts';
import { destination, outside, spoken } from '../outside.ts';
import type { PageContext } from '../page-context.ts';
import { levelName, reasonSentences, scopeName } from '../verdict-sentences.ts';

export interface FlaggedLinkActions {
  /** Opens or closes the choice of what to trust for one link. */
  readonly askTrust: (href: string | null) => void;
  readonly trust: (subject: ScopedSubject, forSeconds: number | null) => void;
  readonly unblock: (subject: ScopedSubject) => void;
}

const HOLDS: readonly (readonly [seconds: number, name: MessageKey])[] = [
  [0, 'holds_always'],
  [86_400, 'holds_1'],
  [7 * 86_400, 'holds_7'],
];

/** Characters of an address that are shown; the registrable domain is never cut. */
const SHOWN_ADDRESS = 90;
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
function trustable({ scopes }: FlaggedLink, level: Level): readonly ScopedSubject[] {
  return level === 'danger' ? scopes.filter(({ scope }) => scope !== 'sender') : scopes;
}

function trustForm(
  scopes: readonly ScopedSubject[],
  actions: FlaggedLinkActions,
  context: PageContext,
): HTMLElement {
  const { texts } = context;
  // The widest part of the web is last, and is what people mean by "this is all right".
  const usual = scopes.findLastIndex(({ scope }) => scope !== 'sender');
  return el(
    'form',
    {
      className: 'form trust',
      onsubmit: (event) => {
        const values = formValues(event);
        const chosen = scopes[Number(values.get('scope') ?? usual)];
        const seconds = Number(values.get('holds') ?? 0);
        if (chosen !== undefined) actions.trust(chosen, seconds > 0 ? seconds : null);
      },
      onkeydown: (event) => {
        if (event.key !== 'Escape') return;
        // Otherwise the browser closes the popup.
        event.preventDefault();
        actions.askTrust(null);
      },
    },
    el(
      'fieldset',
      {},
      el('legend', {}, texts.text('popup_trust_what')),
      ...scopes.map((scoped, place) => {
        const id = `scope-${place}`;
        return el(
          'div',
          { className: 'choice' },
          el('input', { type: 'radio', id, name: 'scope', value: String(place), checked: place === usual }),
          withAttributes(
            el(
              'label',
              {},
              scopeName(scoped.scope, context),
              ' ',
              el('span', { className: 'hint' }, outside(shortened(scoped.subject, SHOWN_ADDRESS))),
            ),
            { for: id },
          ),
        );
      }),
    ),
    el(
      'div',
      { className: 'field' },
      withAttributes(el('label', {}, texts.text('rule_holds')), { for: 'trust-holds' }),
      el(
        'select',
        { name: 'holds', id: 'trust-holds' },
        ...HOLDS.map(([seconds, name]) => el('option', { value: String(seconds) }, texts.text(name))),
      ),
    ),
    el('p', { className: 'hint' }, texts.text('popup_trust_only_if')),
    el(
      'p',
      { className: 'actions' },
      el('button', { type: 'submit', className: 'primary' }, texts.text('popup_trust_do')),
      el(
        'button',
        { type: 'button', className: 'quiet', onclick: () => actions.askTrust(null) },
        texts.text('cancel'),
      ),
    ),
  );
}
