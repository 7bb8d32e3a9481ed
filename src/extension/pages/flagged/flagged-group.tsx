import type { ScopedSubject } from '../../../core/verdict/rules.ts';
import { el, type Child } from '../element.ts';
import { icon } from '../icon.ts';
import { destination, spoken } from '../outside.tsx';
import type { PageContext } from '../page-context.ts';
import { levelName, reasonSentences } from '../verdict-sentences.ts';
import { widestPart, type FlaggedGroup } from './flagged-groups.ts';
import { flaggedLink, showButton } from './flagged-link.tsx';
import { lockedSentence } from '../unless-locked.tsx';
import { trustForm, type FlaggedLinkActions } from './trust-form.tsx';

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
  return (
    <li className={`flagged is-${level}`} data-key={group.key}>
      <p className="flag-level">
        {icon(level)}
        {levelName(level, context)}
        <span className="flag-site">{destination(name, group.registrableDomain)}</span>
      </p>
      {worst !== undefined && reasonNodes(worst)}
      {others.length !== 0 && (
        <details className="more" data-key="reasons">
          <summary>{texts.count('popup_more_reasons', others.length)}</summary>
          {others.map(reasonNodes)}
        </details>
      )}
      {linkList(links.slice(0, LINKS_AT_ONCE), 'first')}
      {rest.length !== 0 && (
        <details className="more" data-key="links">
          <summary>{texts.count('popup_more_links', rest.length)}</summary>
          {linkList(rest, 'rest')}
        </details>
      )}
      {deed()}
    </li>
  );

  function linkList(some: readonly FlaggedGroup['links'][number][], key: string): HTMLElement {
    return (
      <ul className="plain flag-links" data-key={key}>
        {some.map((link) => flaggedLink(link, link === inRow ? null : actions.show, context))}
      </ul>
    );
  }

  function reasonNodes(reason: FlaggedGroup['reasons'][number]): Child {
    const { why, where } = reasonSentences(reason, context);
    return [<p className="flag-why">{why}</p>, where.length !== 0 && <p className="hint">{where}</p>];
  }

  /** Trust, block or unblock; null if none is possible. */
  function deed(): Child {
    if (worst?.kind === 'blocked') {
      if (worst.by !== 'reader') return null;
      const { scope, subject } = worst;
      return (
        <p className="actions">
          <button type="button" onclick={() => actions.unblock({ scope, subject })}>
            {texts.text('popup_unblock')}
          </button>
        </p>
      );
    }
    if (isTrusting && scopes.length > 0) return trustForm(group, scopes, actions, context);
    if (!hasRow()) return null;
    return (
      <div>
        {isTrustLocked(group) && <p className="hint">{lockedSentence(['trust'], context)}</p>}
        <p className="actions">
          {scopes.length !== 0 && trustButton()}
          {blocked !== null && blockButton(blocked)}
          {inRow !== undefined && actions.show !== null && showButton(inRow, actions.show, context)}
        </p>
      </div>
    );
  }

  function hasRow(): boolean {
    if (worst?.kind === 'blocked') return false;
    return !(isTrusting && scopes.length > 0) && (scopes.length > 0 || blocked !== null);
  }

  function trustButton(): HTMLElement {
    return (
      <button
        type="button"
        id={`trust-${index}`}
        onclick={() => actions.askTrust(group.key)}
        aria-label={texts.text('popup_trust_named', spoken(name))}
        aria-expanded="false"
      >
        {texts.text('popup_trust')}
      </button>
    );
  }

  function blockButton(subject: ScopedSubject): HTMLElement {
    return (
      <button
        type="button"
        id={`block-${index}`}
        onclick={() => actions.block(subject)}
        aria-label={texts.text('popup_block', spoken(subject.subject))}
      >
        {texts.text('block_add')}
      </button>
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
