import { el } from '../element.ts';
import { outside } from '../outside.ts';
import type { PageContext } from '../page-context.ts';
import type { SiteState, PopupActions } from './popup-state.ts';
import { notChecked } from './not-checked.ts';

export function otherPage(
  site: SiteState | null,
  isUnreached: boolean,
  actions: PopupActions,
  context: PageContext,
): readonly Node[] {
  const { texts } = context;
  if (isUnreached && isSeen(site))
    return [notChecked(texts.text('popup_unreached_title'), texts.text('popup_unreached'))];
  return [...otherPageHead(site, context), ...(site === null ? [] : siteNodes(site, actions, context))];
}

function otherPageHead(site: SiteState | null, { texts }: PageContext): readonly Node[] {
  if (site?.webmail != null && !isSeen(site)) {
    const { name, isRequired } = site.webmail;
    // The permission was granted at install, so readers believe the webmail is checked.
    return isRequired
      ? [notChecked(texts.text('popup_withdrawn_title', name), texts.text('popup_withdrawn'))]
      : [el('p', { className: 'big' }, texts.text('popup_known_webmail', name))];
  }
  return [
    el(
      'p',
      { className: 'hint' },
      texts.text('popup_not_webmail'),
      ' ',
      texts.text('popup_not_webmail_means'),
    ),
  ];
}

function isSeen(site: SiteState | null): boolean {
  return site?.access === 'held' || site?.access === 'given';
}

function siteNodes(
  { host, webmail, access }: SiteState,
  actions: PopupActions,
  { texts }: PageContext,
): readonly Node[] {
  switch (access) {
    case 'held':
      return [el('p', { className: 'hint' }, texts.text('popup_reload'))];
    case 'given':
      return [];
    case 'none':
    case 'refused':
      return [
        el(
          'p',
          { className: 'actions' },
          el(
            'button',
            {
              type: 'button',
              id: 'add-site',
              className: 'primary',
              onclick: actions.addSite,
            },
            // One element: buttons drop spaces between children.
            el(
              'span',
              {},
              ...texts.pieces<string | Node>('popup_add_webmail', outside(webmail?.name ?? host)),
            ),
          ),
        ),
        access === 'refused' || webmail === null
          ? null
          : el('p', { className: 'hint' }, texts.text('popup_add_webmail_hint')),
      ].filter((node) => node !== null);
  }
}
