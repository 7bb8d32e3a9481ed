import type { WebmailAdapter } from './webmail-adapter.ts';

/** Source: evicypher zoho.ts; newer builds need a look by somebody with an account. How sure: C. */
export const zoho: WebmailAdapter = {
  name: 'zoho',
  detect: null,
  messageBody: '.jsConTent > div',
  messageFrame: null,
  message: '.zmPVMain, .jsConvDiv',
  sender: '[data-emailid], .zmPVMain [title*="@"], .jsConvDiv [title*="@"]',
  subject: '.zmPVSub, .zmPVMain h1',
  replyTo: null,
  messageId: null,
  composer: '.SCm, .ze_body, .ze_area',
  opened: { address: /#mail\/(?:.*\/)?p\/\d+/, element: null },
  shadowHosts: null,
};
