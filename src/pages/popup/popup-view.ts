import type { ChannelStatus } from '../../protocol/channel-messages.ts';
import type { LookBackFinding } from '../../protocol/look-back-messages.ts';
import type { TabReport } from '../../protocol/tab-messages.ts';
import { el, withAttributes } from '../element.ts';
import { icon } from '../icon.ts';
import { lookBack } from '../look-back.ts';
import { outside } from '../outside.ts';
import type { PageContext } from '../page-context.ts';
import { progress } from '../progress.ts';
import { failureSentences, listLine, type Sentence } from '../status-sentences.ts';
import { unanswered } from '../unanswered.ts';
import { selfTestResult } from './self-test-result.ts';
import { flaggedLink, type FlaggedLinkActions } from './flagged-link.ts';

export type PopupState =
  | { readonly kind: 'loading' }
  | { readonly kind: 'unanswered' }
  | {
      readonly kind: 'ready';
      readonly tab: TabReport | null;
      readonly channels: readonly ChannelStatus[];
      readonly findings: readonly LookBackFinding[];
      readonly site: SiteState | null;
      /** Of the tab's site, where the extension may know it. */
      readonly host: string | null;
      /** The link whose trust form is open. */
      readonly trusting: string | null;
      readonly said: Sentence;
      readonly undo: string | null;
    };

/** A page that is no webmail known here, and might be one. */
export interface SiteState {
  readonly host: string;
  /** Set if it is one of the webmails that are known by their addresses. */
  readonly webmail: { readonly name: string; readonly isRequired: boolean } | null;
  /** `refused` and `given`: what the reader has just answered. */
  readonly access: 'none' | 'held' | 'refused' | 'given';
}

type Ready = Extract<PopupState, { kind: 'ready' }>;

export interface PopupActions extends FlaggedLinkActions {
  readonly undo: (ruleId: string) => void;
  readonly updateNow: () => void;
  readonly openOptions: () => void;
  readonly addSite: () => void;
  /** Stops all checking on the tab's site, or goes on with it. */
  readonly pause: (isPaused: boolean) => void;
  readonly dismissFindings: (ids: readonly string[]) => void;
}

export function popupView(state: PopupState, actions: PopupActions, context: PageContext): readonly Node[] {
  const { texts } = context;
  const settings = withAttributes(
    el(
      'button',
      { type: 'button', id: 'settings', className: 'quiet icon-button', onclick: actions.openOptions },
      icon('settings'),
    ),
    { 'aria-label': texts.text('popup_settings'), title: texts.text('popup_settings') },
  );
  const head = el(
    'header',
    { className: 'masthead' },
    el('img', { src: '/icons/icon.svg', alt: '', width: 28, height: 28 }),
    el('h1', {}, texts.text('extension_name')),
    settings,
  );
  switch (state.kind) {
    case 'loading':
      return [head, el('main', { ariaBusy: 'true' }, el('p', {}, texts.text('loading')))];
    case 'unanswered':
      return [head, el('main', {}, unanswered(context))];
    case 'ready':
      return [
        head,
        el(
          'main',
          {},
          lookBack(state.findings, actions.dismissFindings, context),
          thisTab(state, actions, context),
          lists(state, actions, context),
        ),
      ];
  }
}

function thisTab(state: Ready, actions: PopupActions, context: PageContext): HTMLElement {
  const { texts } = context;
  const { tab } = state;
  const parts =
    tab?.isWebmail === true ? webmail(tab, state, actions, context) : otherPage(state.site, actions, context);
  return withAttributes(
    el(
      'section',
      { id: 'tab' },
      el(
        'p',
        { className: 'said', role: 'status' },
        ...state.said,
        ...(state.undo === null ? [] : [' ', undoButton(state.undo)]),
      ),
      ...parts,
    ),
    { 'aria-label': texts.text('popup_this_tab') },
  );

  function undoButton(ruleId: string): HTMLElement {
    return el(
      'button',
      { type: 'button', id: 'undo', className: 'quiet', onclick: () => actions.undo(ruleId) },
      texts.text('undo'),
    );
  }
}

function otherPage(site: SiteState | null, actions: PopupActions, context: PageContext): readonly Node[] {
  return [...otherPageHead(site, context), ...(site === null ? [] : siteNodes(site, actions, context))];
}

function otherPageHead(site: SiteState | null, { texts }: PageContext): readonly Node[] {
  const isSeen = site?.access === 'held' || site?.access === 'given';
  if (site?.webmail != null && !isSeen) {
    const { name, isRequired } = site.webmail;
    // Granted at install, so that the reader takes it for checked.
    return isRequired
      ? [notChecked(texts.text('popup_withdrawn_title', name), texts.text('popup_withdrawn'))]
      : [el('p', { className: 'big' }, texts.text('popup_known_webmail', name))];
  }
  return [
    el('p', { className: 'big' }, texts.text('popup_not_webmail')),
    el('p', {}, texts.text('popup_not_webmail_means')),
  ];
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
      return [
        el('p', { role: 'status' }, ...texts.pieces<string | Node>('popup_add_webmail_done', outside(host))),
      ];
    case 'none':
    case 'refused':
      return [
        el(
          'p',
          { className: 'actions' },
          el(
            'button',
            { type: 'button', id: 'add-site', className: 'primary', onclick: actions.addSite },
            // In one box of its own: buttons drop the spaces between theirs.
            el(
              'span',
              {},
              ...texts.pieces<string | Node>('popup_add_webmail', outside(webmail?.name ?? host)),
            ),
          ),
        ),
        access === 'refused'
          ? el(
              'p',
              { role: 'status' },
              ...texts.pieces<string | Node>('popup_add_webmail_refused', outside(host)),
            )
          : el('p', { className: 'hint' }, texts.text('popup_add_webmail_hint')),
      ];
  }
}

function webmail(tab: TabReport, state: Ready, actions: PopupActions, context: PageContext): readonly Node[] {
  const { texts } = context;
  if (tab.isPaused) return pausedNodes(state.host, actions, context);
  const flagged = tab.danger + tab.caution;
  const parts: Node[] = state.site?.access === 'given' ? [probed(tab.messages, context)] : [];
  if (tab.notes.includes('no-message-found')) {
    parts.push(notChecked(texts.text('popup_note_no_message_title'), texts.text('popup_note_no_message')));
  } else if (tab.messages === 0) {
    parts.push(el('p', { className: 'big' }, texts.text('popup_no_message')));
  } else {
    parts.push(
      el(
        'p',
        { className: 'counts' },
        texts.count('popup_messages', tab.messages),
        ' · ',
        tab.unchecked === 0
          ? texts.count('popup_links', tab.links)
          : texts.count('popup_links_partly', tab.links, Math.max(0, tab.links - tab.unchecked)),
      ),
    );
  }
  if (tab.unchecked > 0) {
    parts.push(
      notChecked(texts.count('popup_unchecked', tab.unchecked), uncheckedReason(state.channels, context)),
    );
  }
  const selfTest = selfTestResult(tab, context);
  if (selfTest !== null) parts.push(selfTest);
  if (flagged > 0) {
    parts.push(
      el('h2', {}, texts.count('popup_flagged', flagged)),
      el(
        'ul',
        { className: 'plain' },
        ...tab.flagged.map((link, index) =>
          flaggedLink(link, index, link.href === state.trusting, actions, context),
        ),
      ),
    );
    const notShown = flagged - tab.flagged.length;
    if (notShown > 0) parts.push(el('p', { className: 'hint' }, texts.count('popup_not_shown', notShown)));
  } else if (tab.links > tab.unchecked) {
    parts.push(el('p', {}, texts.text('popup_none_flagged')));
  }
  parts.push(
    el(
      'p',
      { className: 'actions' },
      el(
        'button',
        { type: 'button', id: 'pause', className: 'quiet', onclick: () => actions.pause(true) },
        texts.text('popup_pause'),
      ),
    ),
  );
  return parts;
}

/** What the first look at a site that was just added has found. */
function probed(messages: number, { texts }: PageContext): HTMLElement {
  return el(
    'p',
    { id: 'probe', role: 'status' },
    messages > 0 ? texts.count('popup_probe_found', messages) : texts.text('popup_probe_none'),
  );
}

function pausedNodes(host: string | null, actions: PopupActions, { texts }: PageContext): readonly Node[] {
  return [
    el(
      'div',
      { className: 'notice is-unchecked', id: 'paused' },
      el('p', { className: 'notice-title' }, icon('unchecked'), texts.text('popup_paused_title')),
      el('p', {}, ...texts.pieces<string | Node>('popup_paused', outside(host ?? ''))),
    ),
    el(
      'p',
      { className: 'actions' },
      el(
        'button',
        { type: 'button', id: 'resume', className: 'primary', onclick: () => actions.pause(false) },
        texts.text('popup_resume'),
      ),
    ),
  ];
}

function notChecked(title: string, means: string): HTMLElement {
  return el(
    'div',
    { className: 'notice is-unchecked' },
    el('p', { className: 'notice-title' }, icon('unchecked'), title),
    el('p', {}, means),
  );
}

function uncheckedReason(channels: readonly ChannelStatus[], { texts }: PageContext): string {
  if (channels.every(({ kind }) => kind === 'none')) return texts.text('popup_unchecked_no_list');
  if (channels.every(({ kind }) => kind === 'none' || kind === 'expired'))
    return texts.text('popup_unchecked_expired');
  return texts.text('popup_unchecked_other_reason');
}

/** Each list in one line; the whole story is in the settings. */
function lists({ channels }: Ready, actions: PopupActions, context: PageContext): HTMLElement {
  const { texts } = context;
  const isUpdating = channels.some(({ activity }) => activity.kind === 'updating');
  const canUpdate = channels.some(({ url }) => url !== null);
  return withAttributes(
    el(
      'section',
      { id: 'lists' },
      ...(channels.length === 0 ? [el('p', {}, texts.text('no_channel'))] : []),
      ...channels.map((channel) => {
        const failed = failureSentences(channel, context);
        return withAttributes(
          el(
            'div',
            { className: `list-state is-${channel.kind}` },
            el(
              'p',
              { className: 'list-line' },
              ...(channels.length > 1 ? [el('strong', {}, outside(channel.name)), ' '] : []),
              listLine(channel, context),
            ),
            channel.activity.kind === 'updating' ? progress(channel.activity, context) : null,
            failed === null ? null : el('p', { className: 'hint' }, ...failed.happened),
          ),
          { 'data-key': channel.id },
        );
      }),
      canUpdate
        ? el(
            'p',
            { className: 'actions' },
            withAttributes(
              el(
                'button',
                {
                  type: 'button',
                  id: 'update-now',
                  className: 'quiet',
                  onclick: () => {
                    if (!isUpdating) actions.updateNow();
                  },
                },
                texts.text(isUpdating ? 'updating' : 'update_now'),
              ),
              { 'aria-disabled': String(isUpdating) },
            ),
          )
        : null,
    ),
    { 'aria-label': texts.text('popup_lists') },
  );
}
