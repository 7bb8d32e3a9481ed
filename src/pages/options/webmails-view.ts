import { el, withAttributes } from '../element.ts';
import { outside, spoken } from '../outside.ts';
import type { PageContext } from '../page-context.ts';

export interface AddedWebmail {
  readonly pattern: string;
  readonly host: string;
}

/** Sites that the reader has added in the popup; removing one gives its permission back to the browser. */
export function webmailsView(
  added: readonly AddedWebmail[],
  actions: { readonly remove: (webmail: AddedWebmail) => void },
  { texts }: PageContext,
): readonly Node[] {
  if (added.length === 0) return [el('p', { className: 'empty' }, texts.text('webmails_empty'))];
  return [
    el(
      'ul',
      { className: 'plain rows card rules' },
      ...added.map((webmail) =>
        withAttributes(
          el(
            'li',
            { className: 'rule' },
            el('span', { className: 'row-title' }, outside(webmail.host)),
            el(
              'div',
              { className: 'actions' },
              withAttributes(
                el(
                  'button',
                  { type: 'button', className: 'quiet', onclick: () => actions.remove(webmail) },
                  texts.text('remove'),
                ),
                { 'aria-label': texts.text('rule_remove_named', spoken(webmail.host)) },
              ),
            ),
          ),
          { 'data-key': webmail.pattern },
        ),
      ),
    ),
  ];
}
