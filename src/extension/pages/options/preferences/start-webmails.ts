import type { MessageKey } from '../../../platform/texts/texts.ts';
import { run, shownInOrder } from '../../answered.ts';
import { focusFirst, nextRow } from '../../focus-first.ts';
import { outside } from '../../outside.ts';
import type { PageContext } from '../../page-context.ts';
import { PartState } from '../../part-state.ts';
import { redraw } from '../../redraw.ts';
import type { FallbackSite } from '../../../protocol/tab-messages.ts';
import type { Section } from '../parts/section.ts';
import {
  type AddedWebmail,
  type WebmailsReady,
  type WebmailsUnready,
  webmailsAttention,
  webmailsView,
} from './webmails-view.ts';

/** What the browser knows of the sites that the reader has added. */
export interface SiteList {
  readonly added: () => Promise<readonly AddedWebmail[]>;
  /** Granted at install. */
  readonly builtIn: readonly AddedWebmail[];
  /** Of the added ones, those on which no message has been recognised for long. */
  readonly unrecognised: () => Promise<readonly FallbackSite[]>;
  readonly remove: (patterns: readonly string[]) => Promise<void>;
  /** Webmails that were granted at install, and that the browser no longer lets the extension see, or not by itself. */
  readonly withdrawn: () => Promise<readonly AddedWebmail[]>;
  /** Asks the reader through the browser, within their click. */
  readonly ask: (patterns: readonly string[]) => Promise<boolean>;
}

const EMPTY: WebmailsReady = { kind: 'ready', added: [], withdrawn: [], unrecognised: [], said: [] };

/**
 * @param attention - on the first page of the settings: that a webmail is not checked is said beside what says that protection
 * is on
 */
export function startWebmails(
  { body, attention }: { readonly body: HTMLElement; readonly attention: HTMLElement },
  sites: SiteList,
  context: () => PageContext,
): Section {
  const state = new PartState<WebmailsReady, WebmailsUnready>(EMPTY, { kind: 'loading' }, draw);

  function draw(): void {
    redraw(body, ...webmailsView(state.now, sites.builtIn, { remove, allow }, context()));
    redraw(attention, ...webmailsAttention(state.last, context()));
  }

  const load = shownInOrder(
    () => Promise.all([sites.added(), sites.withdrawn(), sites.unrecognised()]),
    ([added, withdrawn, unrecognised]) => state.show({ added, withdrawn, unrecognised }),
  );

  function allow({ patterns, name }: AddedWebmail): void {
    // First of all: a browser shows its question only within the click itself.
    const asked = sites.ask(patterns);
    run(async () => {
      const isGiven = await asked;
      await load();
      say(isGiven ? 'webmails_allowed' : 'popup_add_webmail_refused', name);
      if (isGiven) focusFirst(body.querySelector('.said'));
    });
  }

  function remove({ patterns, name }: AddedWebmail): void {
    const next = nextRow(() => body.querySelectorAll('.added > li'), name);
    run(async () => {
      await sites.remove(patterns);
      await load();
      say('rules_removed', name);
      focusFirst(next(), body.querySelector('.said'));
    });
  }

  function say(key: MessageKey, name: string): void {
    state.change({ said: context().texts.pieces<string | Node>(key, outside(name)) });
  }

  return { load, draw };
}
