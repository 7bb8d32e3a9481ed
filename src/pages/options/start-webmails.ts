import { webmailsView } from './webmails-view.ts';
import { run, shownInOrder } from '../answered.ts';
import type { PageContext } from '../page-context.ts';
import { redraw } from '../redraw.ts';
import type { FallbackSite } from '../../protocol/tab-messages.ts';
import type { Section } from './section.ts';
import type { AddedWebmail } from './webmails-view.ts';

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

export function startWebmails(body: HTMLElement, sites: SiteList, context: () => PageContext): Section {
  let added: readonly AddedWebmail[] = [];
  let withdrawn: readonly AddedWebmail[] = [];
  let unrecognised: readonly FallbackSite[] = [];

  function draw(): void {
    const state = { added, withdrawn, unrecognised, builtIn: sites.builtIn };
    redraw(body, ...webmailsView(state, { remove, allow }, context()));
  }

  const load = shownInOrder(
    () => Promise.all([sites.added(), sites.withdrawn(), sites.unrecognised()]),
    (answers) => {
      [added, withdrawn, unrecognised] = answers;
      draw();
    },
  );

  function allow({ patterns }: AddedWebmail): void {
    // First of all: a browser shows its question only within the click itself.
    const asked = sites.ask(patterns);
    run(async () => {
      await asked;
      await load();
    });
  }

  function remove({ patterns }: AddedWebmail): void {
    run(async () => {
      await sites.remove(patterns);
      await load();
    });
  }

  return { load, draw };
}
