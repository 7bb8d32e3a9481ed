import type { WebmailAdapter } from './webmail-adapter.ts';

/**
 * Matches if the first `dmarc=` outside comments is a failure: servers prepend their results, and comments may quote
 * the sender. Before the results stands a translated sentence, sometimes without a space at its end.
 */
const DMARC_FAILURE = /^(?:\([^()]*\)|(?!\([^()]*\)|dmarc\s*=)[^])*dmarc\s*=\s*fail/i;

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
  // Of the plugin authres_status 0.4, which shows forged results too.
  dmarcFailure: {
    element: ':is(.header-summary, td.from) .authres-status-img',
    title: DMARC_FAILURE,
  },
  composer: '#composebodycontainer, #compose-content',
  opened: { address: /[?&]_action=(?:show|preview)(?:&|$)/ },
};
