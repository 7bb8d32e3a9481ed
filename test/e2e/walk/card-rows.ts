/** What a card lets a reader do, by what it says. */
import type { MarkedLink } from '../../../src/extension/content/marks/marked-link.ts';
import { LISTED } from '../harness/channel.ts';
import type { CardRows } from './in-page.ts';

const SPAM = `https://www.${LISTED.spamHost}/x`;
export const DANGER = LISTED.phishingUrl;
/** One more redirect than are followed: what lies behind it is not known. */
const UNREAD = Array.from({ length: 7 }).reduce<string>(
  (inner) => `https://www.google.com/url?q=${encodeURIComponent(inner)}`,
  'https://www.example.org/',
);

const OFTEN = ['button Trust…', 'button Block', 'button Why?', 'button Open anyway'];
const DURATIONS = ['radio Once: this link, in this message', 'radio 7 days', 'radio Always'];
const scopesOf = (host: string, site: string): readonly string[] => [
  'radio this link',
  `radio host ${host}`,
  `radio site ${site}`,
];
export const SENDER = 'radio sender sender@news.example';
const SCOPES = {
  danger: scopesOf('login.bank-check.example', 'bank-check.example'),
  caution: scopesOf('www.pills.example', 'pills.example'),
};

export const CARDS: Readonly<Record<MarkedLink['level'], CardRows>> = {
  danger: {
    href: DANGER,
    controls: ['button Close', ...OFTEN],
    durations: DURATIONS,
    // Whoever is trusted, a listed danger stays one: From can be forged.
    trust: SCOPES.danger,
    block: [...SCOPES.danger, SENDER],
  },
  caution: {
    href: SPAM,
    controls: ['button Close', ...OFTEN],
    durations: DURATIONS,
    trust: [...SCOPES.caution, SENDER],
    block: [...SCOPES.caution, SENDER],
  },
  unchecked: {
    href: UNREAD,
    controls: ['button Close', 'button Open anyway'],
    durations: [],
    trust: [],
    block: [],
  },
};
