import { loadTexts } from '../../platform/load-texts.ts';
import { ask } from '../../platform/message-bus.ts';
import { answered } from '../answered.ts';
import { firstAidAbout, firstAidView } from './first-aid-view.ts';

const preferences = await answered(ask({ type: 'get-preferences' }));
const texts = await loadTexts(preferences?.language ?? null);
document.documentElement.lang = texts.tag;
document.title = texts.text('firstAid_title');
document.body.replaceChildren(
  ...firstAidView(firstAidAbout(location.hash), preferences?.administered.support ?? null, texts),
);
