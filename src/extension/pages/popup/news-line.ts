import { el } from '../element.ts';
import type { PageContext } from '../page-context.ts';

export function newsLine(
  version: string | null,
  actions: { readonly readNews: () => void; readonly dismissNews: () => void },
  { texts }: PageContext,
): HTMLElement | null {
  if (version === null) return null;
  return el(
    'p',
    { id: 'news', className: 'hint' },
    texts.text('popup_news', version),
    ' ',
    el(
      'button',
      { type: 'button', id: 'news-read', className: 'quiet', onclick: actions.readNews },
      texts.text('popup_news_read'),
    ),
    el(
      'button',
      { type: 'button', id: 'news-dismiss', className: 'quiet', onclick: actions.dismissNews },
      texts.text('popup_news_dismiss'),
    ),
  );
}
