import { pageStart } from '../page-start.ts';
import { firstAidAbout, firstAidView } from './first-aid-view.ts';

const { texts, preferences } = await pageStart();
document.title = texts.text('firstAid_title');
document.body.replaceChildren(
  ...firstAidView(firstAidAbout(location.hash), preferences?.administered.support ?? null, texts),
);
