import { type Child, el } from '../element.ts';
import { outside } from '../outside.tsx';
import type { PageContext } from '../page-context.ts';
import type { SiteState, PopupActions } from './popup-state.ts';
import { notChecked } from './not-checked.tsx';

export function otherPage(
  site: SiteState | null,
  isUnreached: boolean,
  actions: PopupActions,
  context: PageContext,
): Child {
  const { texts } = context;
  if (isUnreached && isSeen(site))
    return notChecked(texts.text('popup_unreached_title'), texts.text('popup_unreached'));
  return [otherPageHead(site, context), site !== null && siteNodes(site, actions, context)];
}

function otherPageHead(site: SiteState | null, { texts }: PageContext): Child {
  if (site?.webmail != null && !isSeen(site)) {
    const { name, isRequired } = site.webmail;
    // The permission was granted at install, so readers believe the webmail is checked.
    return isRequired ? (
      notChecked(texts.text('popup_withdrawn_title', name), texts.text('popup_withdrawn'))
    ) : (
      <p className="big">{texts.text('popup_known_webmail', name)}</p>
    );
  }
  return (
    <p className="hint">
      {texts.text('popup_not_webmail')} {texts.text('popup_not_webmail_means')}
    </p>
  );
}

function isSeen(site: SiteState | null): boolean {
  return site?.access === 'held' || site?.access === 'given';
}

function siteNodes(
  { host, webmail, access }: SiteState,
  actions: PopupActions,
  { texts }: PageContext,
): Child {
  switch (access) {
    case 'held':
      return <p className="hint">{texts.text('popup_reload')}</p>;
    case 'given':
      return [];
    case 'none':
    case 'refused':
      return [
        <p className="actions">
          <button type="button" id="add-site" className="primary" onclick={actions.addSite}>
            {/* One element: buttons drop spaces between children. */}
            <span>{texts.pieces('popup_add_webmail', outside(webmail?.name ?? host))}</span>
          </button>
        </p>,
        access === 'refused' || webmail === null ? null : (
          <p className="hint">{texts.text('popup_add_webmail_hint')}</p>
        ),
      ].filter((node) => node !== null);
  }
}
