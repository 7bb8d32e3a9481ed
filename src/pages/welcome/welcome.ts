import { openOptions } from '../../platform/active-tab.ts';
import { loadTexts } from '../../platform/load-texts.ts';
import { ask, onBroadcast } from '../../platform/message-bus.ts';
import { answered, run } from '../answered.ts';
import { pageContext } from '../page-context.ts';
import { redraw } from '../redraw.ts';
import { welcomeView, type WelcomeState } from './welcome-view.ts';

const preferences = await answered(ask({ type: 'get-preferences' }));
const texts = await loadTexts(preferences?.language ?? null);
document.documentElement.lang = texts.tag;
document.title = texts.text('welcome_title');

function draw(state: WelcomeState): void {
  const context = pageContext(texts, Math.floor(Date.now() / 1000));
  redraw(document.body, ...welcomeView(state, { openOptions: () => run(openOptions) }, context));
}

async function load(): Promise<void> {
  const status = await answered(ask({ type: 'get-status' }));
  draw({ channels: status?.channels ?? null });
}

draw({ channels: null });
onBroadcast((what) => {
  if (what === 'status') run(load);
});
await load();
