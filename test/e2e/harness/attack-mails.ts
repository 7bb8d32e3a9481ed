import { encodeQR } from 'qr';
import { ACTION } from '../walk/letter.ts';
import { LISTED } from './channel.ts';

export const BAD = LISTED.phishingUrl;

/** 66,000 characters that lead nowhere, in lines as mail has them: browsers take line breaks out of an address. */
const PADDING = `${'x'.repeat(600)}\r\n`.repeat(110);

/** Addresses before the one that counts, more than are read. */
const DECOYS = Array.from(
  { length: 70 },
  (_, n) => `u${n}=${encodeURIComponent(`https://www.example.org/${n}`)}`,
).join('&amp;\r\n');

/** More wrappers in each other than are read. */
const WRAPPED = Array.from({ length: 6 })
  .reduce<string>(
    (href) => `https://eur01.safelinks.protection.outlook.com/?url=${encodeURIComponent(href)}`,
    BAD,
  )
  .replaceAll(/.{600}/g, '$&\r\n');

/** A picture that is no link: a click on it opens nothing, so that the link below it is there to be clicked. */
export const PICTURE = {
  subject: 'A picture in a drawing',
  html: `<svg width="300" height="40"><image href="data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7" width="300" height="40"/></svg><p><a href="${BAD}">a link</a></p>`,
  target: 'p a',
};

const CODE = `data:image/gif;base64,${Buffer.from(encodeQR(BAD, 'gif', { scale: 3, border: 4 })).toString('base64')}`;
const PIXEL = 'data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7';
const BLOCK = 'width:300px;height:60px;background:teal';
const DRAWN =
  '<svg width="300" height="40"><defs><a id="x" href="' +
  BAD +
  '"><rect width="300" height="40" fill="teal"/></a></defs><use href="#x"/></svg>';
const SMALL = '<svg width="1" height="1"><use href="#x"/></svg>';

export interface Attack {
  readonly subject: string;
  readonly html: string;
  /** What is clicked; null where only the mark is looked for. */
  readonly target: string | null;
}

/** Marked for what it says, whatever nobody sees stands around that. Nothing of it is listed. */
const FILLED: readonly Attack[] = [
  [
    'Links unseen before it',
    Array.from(
      { length: 80 },
      (_, n) => `<a href="https://www.example.org/${n}" style="display:none">${n}</a>\r\n`,
    ).join(''),
    '',
  ],
  ['Nothing on both sides', '<i></i>\r\n'.repeat(7_000), '<i></i>\r\n'.repeat(7_000)],
  [
    'Words without a colour',
    `<p style="font-size:3px;color:transparent">${'<b>word </b>\r\n'.repeat(700)}</p>`,
    '',
  ],
].map(([subject = '', before = '', after = '']) => ({
  subject,
  html: `${before}<p>Dear customer, your DHL parcel is on hold. Your account will be suspended unless you pay the customs fee now.</p>
    <p><a href="${ACTION}">Pay now</a></p><p>© 2026 DHL Express</p>${after}`,
  target: null,
}));

/** What a Roundcube lets through of messages that were made to get past us. */
export const ATTACKS: readonly Attack[] = [
  {
    subject: 'Drawn again',
    html: `<svg width="300" height="40"><defs><a id="x" href="${BAD}"><rect width="300" height="40" fill="teal"/></a></defs><use href="#x"/></svg>`,
    target: 'use',
  },
  {
    subject: 'Behind fillers',
    html: `<svg width="300" height="40"><defs><a id="x" href="${BAD}"><rect width="300" height="40" fill="teal"/></a><g id="y">${'<g></g>'.repeat(300)}<use href="#x"/></g></defs><use href="#y"/></svg>`,
    target: 'svg > use',
  },
  {
    subject: 'Out of sight',
    html: `<style>@property --spamlight-alive { syntax: "none"; inherits: false; initial-value: none; }
      html spamlight-marks { --spamlight-alive: none !important }</style><p><a href="${BAD}">a link</a></p>`,
    target: 'a',
  },
  {
    subject: 'Names of ours',
    html: `<style>@property --w { syntax: "<length>"; inherits: true; initial-value: 0px; }
      @property --level { syntax: "<color>"; inherits: true; initial-value: transparent; }
      html { --w: 0px; --dx: -9999px; --level: transparent; }</style><p><a href="${BAD}">a link</a></p>`,
    target: 'a',
  },
  {
    subject: 'Padding',
    html: `<p><a href="${BAD}#\r\n${PADDING}">a long link</a></p>`,
    target: 'a',
  },
  {
    subject: 'Decoys',
    html: `<p><a href="https://www.google.com/url?${DECOYS}&amp;q=${encodeURIComponent(BAD)}">one of many</a></p>`,
    target: 'a',
  },
  {
    subject: 'Again and again',
    html: `<p><a href="${WRAPPED}">well wrapped</a></p>`,
    target: 'a',
  },
  {
    subject: 'Without a box',
    html: `<p>before <a href="${BAD}" style="display:contents">without a box</a></p>`,
    target: 'a',
  },
  {
    subject: 'Beyond its box',
    html: `<p><a href="${BAD}" style="display:inline-block;height:0;width:2px;white-space:nowrap">beyond its box</a></p>`,
    target: 'a',
  },
  {
    subject: 'A map of another name',
    html: `<img src="data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7" usemap="x#m" width="200" height="60">
      <map name="m"><area shape="rect" coords="0,0,200,60" href="${BAD}"></map>`,
    target: 'img',
  },
  PICTURE,
  {
    subject: 'Points before it',
    html: `<a href="${BAD}" style="display:inline-block;width:1px;height:1px;overflow:hidden">${'<i style="position:absolute;width:1px;height:1px"></i>'.repeat(60)}<b style="position:absolute;${BLOCK}">open</b></a>`,
    target: 'b',
  },
  {
    subject: 'A map of a point',
    html: `<img src="${PIXEL}" usemap="#m" width="1" height="1"><br><img src="${PIXEL}" usemap="#m" width="200" height="60">
      <map name="m"><area shape="rect" coords="0,0,200,60" href="${BAD}"></map>`,
    target: 'br + img',
  },
  { subject: 'Drawn in a point first', html: `${SMALL}<p>${DRAWN}</p>`, target: 'p use' },
  { subject: 'Drawn in points first', html: `${SMALL.repeat(240)}<p>${DRAWN}</p>`, target: 'p use' },
  ...FILLED,
  {
    subject: 'A code behind others',
    html: `${`<img src="${PIXEL}" width="60" height="60">`.repeat(14)}<img src="${CODE}" width="150" height="150">`,
    target: null,
  },
  {
    subject: 'A code in a background',
    html: `<div style="width:150px;height:150px;background-image:url(${CODE})"></div>`,
    target: null,
  },
  {
    subject: 'A code in a drawing',
    html: `<svg width="150" height="150"><image href="${CODE}" width="150" height="150"/></svg>`,
    target: null,
  },
  {
    subject: 'A code before it',
    html: `<style>.scan::before { content: ""; display: block; width: 150px; height: 150px; background-image: url(${CODE}) }</style><div class="scan"></div>`,
    target: null,
  },
];

/** As it travels. */
export const attackMail = (
  { subject, html }: { readonly subject: string; readonly html: string },
  number: number,
): string =>
  [
    'Return-Path: <bounce@news.example>',
    `Date: Thu, 20 Nov 2025 09:${String(number).padStart(2, '0')}:00 +0000`,
    'From: Sender <sender@news.example>',
    'To: Alice Example <alice@mail.test>',
    `Subject: ${subject}`,
    `Message-ID: <attack-${number}@samples.test>`,
    'MIME-Version: 1.0',
    'Content-Type: text/html; charset=utf-8',
    '',
    `<html><body>${html}</body></html>`,
  ].join('\r\n');
