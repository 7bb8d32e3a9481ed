import type { MessageKey } from '../../../platform/texts/texts.ts';
import { run, latestOnly } from '../../background-answers.ts';
import { focusFirst, nextRow } from '../../focus-first.ts';
import { outside } from '../../outside.tsx';
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
} from './webmails-view.tsx';

export interface SiteList {
  readonly added: () => Promise<readonly AddedWebmail[]>;
  /** Webmails whose permission is granted at install. */
  readonly builtIn: readonly AddedWebmail[];
  /** Added sites where no message was recognized for long. */
  readonly unrecognised: () => Promise<readonly FallbackSite[]>;
  readonly remove: (patterns: readonly string[]) => Promise<void>;
  /** Built-in webmails without permission, or with permission only on click. */
  readonly withdrawn: () => Promise<readonly AddedWebmail[]>;
  /** Opens a permission prompt: call within the click. */
  readonly ask: (patterns: readonly string[]) => Promise<boolean>;
}

const EMPTY: WebmailsReady = { kind: 'ready', added: [], withdrawn: [], unrecognised: [], said: [] };

/** @param attention - on the first page, beside the protection status: warns of unchecked webmails */
export function startWebmails(
  { body, attention }: { readonly body: HTMLElement; readonly attention: HTMLElement },
  sites: SiteList,
  context: () => PageContext,
): Section {
  const state = new PartState<WebmailsReady, WebmailsUnready>(EMPTY, { kind: 'loading' }, draw);

  function draw(): void {
    redraw(body, webmailsView(state.now, sites.builtIn, { remove, allow }, context()));
    redraw(attention, webmailsAttention(state.last, context()));
  }

  const load = latestOnly(
    () => Promise.all([sites.added(), sites.withdrawn(), sites.unrecognised()]),
    ([added, withdrawn, unrecognised]) => state.show({ added, withdrawn, unrecognised }),
  );

  function allow({ patterns, name }: AddedWebmail): void {
    // Called first, to be within the click.
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
    state.change({ said: context().texts.pieces(key, outside(name)) });
  }

  return { load, draw };
}
