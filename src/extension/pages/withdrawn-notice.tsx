import { el } from './element.ts';
import { icon } from './icon.ts';
import type { PageContext } from './page-context.ts';

/** For a webmail whose permission was revoked: readers believe it is checked. */
export function withdrawnNotice(
  { name }: { readonly name: string },
  allowing: HTMLElement,
  { texts }: PageContext,
): HTMLElement {
  return (
    <div className="notice is-unchecked" data-key={name}>
      <p className="notice-title">
        {icon('unchecked')}
        {texts.text('popup_withdrawn_title', name)}
      </p>
      <p>{texts.text('popup_withdrawn')}</p>
      <p className="actions">{allowing}</p>
    </div>
  );
}
