// @vitest-environment happy-dom
import { describe, expect, test, vi } from 'vitest';
import { OTHERS } from '../../../../src/extension/content/webmail/other-webmails.ts';
import { FIXTURES } from '../webmail/fixture.ts';

// The DOM of unit tests has no links of SVG.
vi.stubGlobal(
  'SVGAElement',
  class {
    href = null;
  },
);
const { detectedAdapter } = await import('../../../../src/extension/content/messages/find-source.ts');

const selfHosted = FIXTURES.filter(
  ({ webmail, facts }) =>
    facts.wholeDocument !== true &&
    (webmail === 'generic' || OTHERS.adapters.some(({ name }) => name === webmail)),
);

/** The signs of every webmail that is known by its page, as a sender would put them into a mail. */
const FORGED = `
  <link rel="stylesheet" href="skins/elastic/x.css"><link rel="stylesheet" href="/SOGo.woa/x.css">
  <div id="rl-app"><div id="rl-content"></div></div><div id="zimbraMail"></div><div class="ZmMailMsgView"></div>
  <div id="skin_container_app_main"></div><div id="content" class="app-mail"></div><div id="horde-head"></div>
  <div id="horde-page"></div><div id="impbase"></div><div ng-app="SOGo.MailerUI"></div>
  <div id="io-ox-core"></div><input type="hidden" id="hm_page_key"><link rel="stylesheet" href="/owa/prem/15.2/x.css">`;

test('there are pages of self-hosted webmails to try', () => {
  expect(selfHosted.length).toBeGreaterThan(5);
});

describe('a self-hosted webmail', () => {
  test.each(named(selfHosted))('a self-hosted webmail: %s is known by its page', (_, { html, webmail }) => {
    expect(detectedAdapter(pageOf(html), OTHERS)?.name).toBe(expectedOf(webmail));
  });

  // Where a frame has the message, the page has nothing of it.
  const inPage = selfHosted.filter(({ facts }) => facts.frames === undefined);
  test.each(named(inPage))(
    'a self-hosted webmail: %s is not taken for another by what a message holds',
    (_, { html, webmail }) => {
      const page = pageOf(html);
      const link = page.querySelector('body a[href*="found-"]');
      const forged = [...pageOf(FORGED).querySelectorAll('link, body > *')];
      link?.parentElement?.append(...forged.map((sign) => page.importNode(sign, true)));
      expect(page.querySelectorAll('#impbase').length).toBe(1);
      expect(detectedAdapter(page, OTHERS)?.name).toBe(expectedOf(webmail));
    },
  );
});

function named(fixtures: typeof selfHosted): readonly (readonly [string, (typeof selfHosted)[number]])[] {
  return fixtures.map((fixture) => [fixture.name, fixture]);
}

function expectedOf(webmail: string): string | undefined {
  return webmail === 'generic' ? undefined : webmail;
}

function pageOf(html: string): Document {
  return new DOMParser().parseFromString(html, 'text/html');
}
