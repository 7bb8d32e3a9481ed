import type { ScopedSubject } from '../../../core/verdict/rules.ts';
import { el, withAttributes, type Child } from '../element.ts';
import { icon } from '../icon.ts';
import { destination, spoken } from '../outside.ts';
import type { PageContext } from '../page-context.ts';
import { levelName, reasonSentences } from '../verdict-sentences.ts';
import { widestPart, type FlaggedGroup } from './flagged-groups.ts';
import { flaggedLink, showButton } from './flagged-link.ts';
import { lockedSentence } from '../unless-locked.ts';
import { trustForm, type FlaggedLinkActions } from './trust-form.ts';

const LINKS_AT_ONCE = 3;

export function flaggedGroup(
  group: FlaggedGroup,
  index: number,
  isTrusting: boolean,
  actions: FlaggedLinkActions,
  context: PageContext,
): HTMLElement {
  const { texts } = context;
  const { level, links, name } = group;
  const [worst, ...others] = group.reasons;
  const rest = links.slice(LINKS_AT_ONCE);
  const scopes = worst?.kind === 'blocked' ? [] : trustable(group);
  const blocked = widestPart(group.scopes);
  const inRow = links.length === 1 && hasRow() ? links[0] : undefined;
  return withAttributes(
    el(
      'li',
      { className: `flagged is-${level}` },
      el(
        'p',
        { className: 'flag-level' },
        icon(level),
        levelName(level, context),
        el('span', { className: 'flag-site' }, destination(name, group.registrableDomain)),
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
      linkList(links.slice(0, LINKS_AT_ONCE), 'first'),
      rest.length === 0
        ? null
        : withAttributes(
            el(
              'details',
              { className: 'more' },
              el('summary', {}, texts.count('popup_more_links', rest.length)),
              linkList(rest, 'rest'),
            ),
            { 'data-key': 'links' },
          ),
      deed(),
    ),
    { 'data-key': group.key },
  );

  function linkList(some: readonly FlaggedGroup['links'][number][], key: string): HTMLElement {
    return withAttributes(
      el(
        'ul',
        { className: 'plain flag-links' },
        ...some.map((link) => flaggedLink(link, link === inRow ? null : actions.show, context)),
      ),
      { 'data-key': key },
    );
  }

  function reasonNodes(reason: FlaggedGroup['reasons'][number]): readonly Node[] {
    const { why, where } = reasonSentences(reason, context);
    return [
      el('p', { className: 'flag-why' }, ...why),
      ...(where.length === 0 ? [] : [el('p', { className: 'hint' }, ...where)]),
    ];
  }

  /** Trust, block or unblock; null if none is possible. */
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
    if (isTrusting && scopes.length > 0) return trustForm(group, scopes, actions, context);
    if (!hasRow()) return null;
    return el(
      'div',
      {},
      isTrustLocked(group) ? el('p', { className: 'hint' }, ...lockedSentence(['trust'], context)) : null,
      el(
        'p',
        { className: 'actions' },
        scopes.length === 0 ? null : trustButton(),
        blocked === null ? null : blockButton(blocked),
        inRow === undefined || actions.show === null ? null : showButton(inRow, actions.show, context),
      ),
    );
  }

  function hasRow(): boolean {
    if (worst?.kind === 'blocked') return false;
    return !(isTrusting && scopes.length > 0) && (scopes.length > 0 || blocked !== null);
  }

  function trustButton(): HTMLElement {
    return withAttributes(
      el(
        'button',
        { type: 'button', id: `trust-${index}`, onclick: () => actions.askTrust(group.key) },
        texts.text('popup_trust'),
      ),
      { 'aria-label': texts.text('popup_trust_named', spoken(name)), 'aria-expanded': 'false' },
    );
  }

  function blockButton(subject: ScopedSubject): HTMLElement {
    return withAttributes(
      el(
        'button',
        { type: 'button', id: `block-${index}`, onclick: () => actions.block(subject) },
        texts.text('block_add'),
      ),
      { 'aria-label': texts.text('popup_block', spoken(subject.subject)) },
    );
  }
}

function isTrustLocked({ links }: Pick<FlaggedGroup, 'links'>): boolean {
  return links.some(({ cannotTrust }) => cannotTrust === true);
}

/** Senders can be forged, so trusting one never clears a danger. */
function trustable({ scopes, links, level }: FlaggedGroup): readonly ScopedSubject[] {
  if (isTrustLocked({ links })) return [];
  return level === 'danger' ? scopes.filter(({ scope }) => scope !== 'sender') : scopes;
}
