import type { WebmailAdapter } from './webmail-adapter.ts';

/** Source: Roundcube 1.6, skins elastic, larry and classic; tested against a real one. Selectors: certain. */
export const roundcube: WebmailAdapter = {
  name: 'roundcube',
  detect:
    'link[rel="stylesheet"][href*="skins/elastic/"], link[rel="stylesheet"][href*="skins/larry/"], link[rel="stylesheet"][href*="skins/classic/"]',
  messageBody: '#messagebody',
  message: '#layout-content, #mainscreen, #mailcontent, body',
  // Impossible addresses are plain text in the surrounding box.
  sender:
    '.header-summary .adr, .header-summary .rcmContactAddress, #message-header .header.from .rcmContactAddress, td.header.from .adr, td.header.from .rcmContactAddress, .from .rcmContactAddress',
  // Larry's heading contains a label too.
  subject: 'h2.subject, h3.subject, .subject > [onmouseover], td.header.subject',
  reader: '.header-title.username, #taskbar .username, .topright .username, .username',
  replyTo: 'td.header.replyto .adr, td.header.replyto .rcmContactAddress',
  composer: '#composebodycontainer, #compose-content',
  opened: { address: /[?&]_action=(?:show|preview)(?:&|$)/ },
};
