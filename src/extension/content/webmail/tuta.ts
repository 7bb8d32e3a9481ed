import type { WebmailAdapter } from './webmail-adapter.ts';

/**
 * Bodies are in open shadow roots.
 *
 * Source: tutao/tutanota, MailViewer.ts and MailViewerHeader.ts of 2025. Selectors: certain.
 */
export const tuta: WebmailAdapter = {
  name: 'tuta',
  messageBody: '.touch-callout.break-word-links',
  shadowHosts: '#mail-body',
  message: '.mail-viewer',
  sender: '.header .small.flex-wrap .text-break',
  subject: '.mail-viewer > h4',
};
