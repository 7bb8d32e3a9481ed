import { el, withAttributes } from '../element.ts';
import { icon } from '../icon.ts';
import { outside, spoken } from '../outside.ts';
import type { PageContext } from '../page-context.ts';

export interface AddedWebmail {
  /** Of a webmail that is known by its addresses, or a host. */
  readonly name: string;
  readonly patterns: readonly string[];
}

export interface WebmailsState {
  readonly builtIn: readonly AddedWebmail[];
  readonly added: readonly AddedWebmail[];
  readonly withdrawn: readonly AddedWebmail[];
}

export interface WebmailsActions {
  readonly remove: (webmail: AddedWebmail) => void;
  readonly allow: (webmail: AddedWebmail) => void;
}

/** Sites that the reader has added in the popup, and those that lost their permission; removing one gives its permission back to the browser. */
export function webmailsView(
  { added, withdrawn, builtIn }: WebmailsState,
  actions: WebmailsActions,
  context: PageContext,
): readonly Node[] {
  const { texts } = context;
  const missing = withdrawn.map((webmail) => withdrawnNotice(webmail, actions, context));
  const own = [
    ...missing,
    el('h3', {}, texts.text('webmails_built_in')),
    el(
      'ul',
      { className: 'plain rows card rules' },
      ...builtIn.map((webmail) => builtInRow(webmail, withdrawn, context)),
    ),
    el('h3', {}, texts.text('webmails_added')),
  ];
  if (added.length === 0) return [...own, el('p', { className: 'empty' }, texts.text('webmails_empty'))];
  return [
    ...own,
    el(
      'ul',
      { className: 'plain rows card rules' },
      ...added.map((webmail) =>
        withAttributes(
          el(
            'li',
            { className: 'rule' },
            el('span', { className: 'row-title' }, outside(webmail.name)),
            el(
              'div',
              { className: 'actions' },
              withAttributes(
                el(
                  'button',
                  { type: 'button', className: 'quiet', onclick: () => actions.remove(webmail) },
                  texts.text('remove'),
                ),
                { 'aria-label': texts.text('rule_remove_named', spoken(webmail.name)) },
              ),
            ),
          ),
          { 'data-key': webmail.name },
        ),
      ),
    ),
  ];
}

/** With the browser's permission, which the reader can take away and give at any time. */
function builtInRow(
  { name }: AddedWebmail,
  withdrawn: readonly AddedWebmail[],
  { texts }: PageContext,
): HTMLElement {
  const isAllowed = !withdrawn.some((other) => other.name === name);
  return withAttributes(
    el(
      'li',
      { className: 'rule' },
      el('span', { className: 'row-title' }, outside(name)),
      el('span', { className: 'chip' }, texts.text(isAllowed ? 'webmail_checked' : 'webmail_not_allowed')),
    ),
    { 'data-key': name },
  );
}

/** Granted at install, so that the reader takes it for checked. */
function withdrawnNotice(
  webmail: AddedWebmail,
  { allow }: WebmailsActions,
  { texts }: PageContext,
): HTMLElement {
  return withAttributes(
    el(
      'div',
      { className: 'notice is-unchecked' },
      el(
        'p',
        { className: 'notice-title' },
        icon('unchecked'),
        texts.text('popup_withdrawn_title', webmail.name),
      ),
      el('p', {}, texts.text('popup_withdrawn')),
      el(
        'p',
        { className: 'actions' },
        el(
          'button',
          { type: 'button', onclick: () => allow(webmail) },
          el('span', {}, ...texts.pieces<string | Node>('popup_add_webmail', outside(webmail.name))),
        ),
      ),
    ),
    { 'data-key': webmail.name },
  );
}
