import type { WebmailAdapter } from './webmail-adapter.ts';

/** Source: Trocker 3.4.0 (2026-02), Signal Spam 2.7.8, evicypher 2023; old OWA from Signal Spam. Selectors: likely right. */
export const outlook: WebmailAdapter = {
  name: 'outlook',
  // Class names changed five times since 2019. The label is English only; the other selectors are for all languages.
  messageBody:
    '[data-test-id="mailMessageBodyContainer"] [role="document"], [id^="UniqueMessageBody"], ' +
    '[aria-label="Message body"], div[autoid="_rp_3"] ._rp_U4 > :first-child',
  message: '[data-app-section="MailReadCompose"], #ReadingPaneContainerId, .wide-content-host',
  sender: '[aria-label^="From: "], span.OZZZK, [data-test-id="messageHeader"] [title*="@"]',
  subject: '[id$="_SUBJECT"] span[title], [id$="_SUBJECT"]',
  // The second exists once the account menu was opened.
  reader: '#O365_MainLink_Me, #mectrl_currentAccount_secondary',
  composer: '[id^="docking_InitVisiblePart"], [data-app-section="ComposeMail"]',
  opened: { address: /^\/mail\/(?:.*\/)?(?:id|deeplink\/read)\// },
};
