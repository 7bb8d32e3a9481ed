import { pageStart } from '../page-start.tsx';
import { redraw } from '../redraw.ts';
import { firstAidAbout, firstAidView } from './first-aid-view.tsx';

const { texts, preferences } = await pageStart();
document.title = texts.text('firstAid_title');
redraw(
  document.body,
  firstAidView(firstAidAbout(location.hash), preferences?.administered.support ?? null, texts),
);
