import type { WebmailAdapter } from './webmail-adapter.ts';

/** Source: fastmail-plus content/selectors.js, verified 2026-06-04. Selectors: certain. */
export const fastmail: WebmailAdapter = {
  name: 'fastmail',
  messageBody: '.v-Message-body',
  message: '.v-MessageCard',
  // The place of the address is a guess; the sender line has the name.
  sender:
    '.v-MessageCard-header [title*="@"], .v-MessageCard-header .v-Message-sender, .v-MessageCard-header .v-MessageCard-from',
  subject: '.v-Thread-title, #conversation h1',
  composer: '.v-Compose, .v-RichText',
  opened: { element: '#conversation .v-MessageCard.is-expanded' },
};
