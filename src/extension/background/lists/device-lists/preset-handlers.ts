import type { PageCaller, PageHandlersOf } from '../../../platform/message-bus.ts';
import type { PRESET_REQUESTS } from '../../../protocol/preset-messages.ts';
import type { PresetLists } from './preset-lists.ts';

const PAGES = ['/src/extension/pages/options/options.html', '/src/extension/pages/welcome/welcome.html'];

export function presetHandlers(
  presets: PresetLists,
  isManaged: () => Promise<boolean>,
  isLocked: () => Promise<boolean>,
): PageHandlersOf<typeof PRESET_REQUESTS> {
  return {
    'add-presets': async ({ ids }, caller) => {
      onlyFromOffers(caller);
      return { refused: await presets.add(ids, await isManaged()) };
    },
    'remove-presets': async ({ ids }, caller) => {
      onlyFromOffers(caller);
      return { removed: await presets.remove(ids) };
    },
    'get-presets': async (_request, caller) => {
      onlyFromOffers(caller);
      const [states, managed, locked] = await Promise.all([presets.states(), isManaged(), isLocked()]);
      if (!states.ok) return { refused: 'not-stored' };
      return { presets: states.value, isManaged: managed, isLocked: locked };
    },
  };
}

/** @throws RangeError for another page: a bug, or injected code */
function onlyFromOffers({ path }: PageCaller): void {
  if (!PAGES.includes(path)) throw new RangeError(`asked from ${path}`);
}
