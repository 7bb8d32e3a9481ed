import type { WebmailAdapter } from './webmail-adapter.ts';

/** Source: evicypher zoho.ts; newer builds need checking with an account. Selectors: guessed. */
export const zoho: WebmailAdapter = {
  name: 'zoho',
  messageBody: '.jsConTent > div',
  message: '.zmPVMain, .jsConvDiv',
  sender: '[data-emailid], .zmPVMain [title*="@"], .jsConvDiv [title*="@"]',
  subject: '.zmPVSub, .zmPVMain h1',
  composer: '.SCm, .ze_body, .ze_area',
  opened: { address: /#mail\/(?:[^#]*\/)?p\/\d+/ },
};
