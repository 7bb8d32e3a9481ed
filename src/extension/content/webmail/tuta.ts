import type { WebmailAdapter } from './webmail-adapter.ts';

/**
 * The body is in an open shadow root, beside a style sheet.
 *
 * Source: tutao/tutanota, MailViewer.ts and MailViewerHeader.ts of 2025. How sure: A.
 */
export const tuta: WebmailAdapter = {
  name: 'tuta',
  messageBody: '.touch-callout.break-word-links',
  shadowHosts: '#mail-body',
  message: '.mail-viewer',
  sender: '.header .small.flex-wrap .text-break',
  subject: '.mail-viewer > h4',
};
