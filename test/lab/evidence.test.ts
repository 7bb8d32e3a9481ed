import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { lab } from './lab-command.ts';

const folder = mkdtempSync(join(tmpdir(), 'spamlight-lab-evidence-'));
afterAll(() => rmSync(folder, { recursive: true }));

const LETTER = `You can now see the minutes of the last meeting of the board, with the plan for the garden, the
  budget for next year, and the names of all who have asked for a room in the new house by the river.`;

const BAD = {
  source: 'trap',
  label: 'phish',
  id: 'bad-1',
  from: 'PayPal Support <alerts@brookfield-notice.net>',
  subject: 'Your account is limited',
  links: [],
  html: `<p>${LETTER}</p><a href="https://northgate-desk.net/x">Confirm now</a>`,
};
const GOOD = {
  ...BAD,
  source: 'box/one',
  label: 'ham',
  id: 'good-1',
  from: 'Ann Lee <ann.lee@brookfield-works.net>',
  subject: 'Lunch',
  html: '<p>See <a href="https://brookfield-works.net/menu">the menu</a></p>',
};

async function evidence(mails: readonly object[], ...options: readonly string[]): Promise<string> {
  const file = join(folder, 'mails.jsonl');
  writeFileSync(file, mails.map((mail) => JSON.stringify(mail)).join('\n'));
  const { code, out } = await lab('evidence', '--mail', file, ...options);
  expect(code).toBe(0);
  return out.join('\n');
}

test('lab evidence prints what evaluate prints of evidence, by label and source', async () => {
  const text = await evidence([BAD, GOOD]);
  expect(text).toMatch(/ham +box +0 of 1 = 0 %/);
  expect(text).toMatch(/phish +trap +1 of 1 = 100 %/);
});

test('--thresholds counts what each number of points would mark, by label and source', async () => {
  const text = await evidence([BAD, GOOD], '--thresholds');
  expect(text).toMatch(/\(8 is shipped\):\n/);
  expect(text).toMatch(/phish trap +6: 1 .*8: 1 .* of 1\n/);
  expect(text).toMatch(/ham box +6: 0 {2}7: 0 {2}8: 0 {2}9: 0 {2}10: 0 {2}of 1$/);
});

test('--thresholds counts no points of a message in which nothing carries a mark', async () => {
  // Seven points, all of circumstance.
  const circumstance = {
    ...GOOD,
    from: '<desk@brookfield-notice.net>',
    subject: 'Confirm your account within 24 hours',
    html: '<a href="https://northgate-desk.net/x">Confirm</a>',
  };
  expect(await evidence([circumstance], '--thresholds')).toMatch(/ham box +6: 0 /);
});

test('--adapt judges phishing after each free move, each two, and as a look-alike domain', async () => {
  const text = await evidence([BAD, GOOD], '--adapt');
  expect(text).toMatch(/\n {2}fake-reply +100 %\n/);
  expect(text).toMatch(/\n {2}own-domain +0 %\n/);
  expect(text).toMatch(/\n {2}fitting-name \+ own-link +\d/);
  expect(text).toMatch(/unseen word, joined +100 %, 0 % of 1\n/);
});

test('--fingerprints finds the copies of a campaign, and says which good mail is taken for one', async () => {
  const copy = { ...BAD, id: 'bad-2' };
  const quoted = { ...GOOD, id: 'good-2', html: BAD.html };
  const text = await evidence([BAD, copy, GOOD, quoted], '--fingerprints');
  expect(text).toMatch(/with too little text: 0 of 2 = 0 %/);
  expect(text).toMatch(/its others found: 2 of 2 = 100 %; one vote for each of 1 campaigns: 100 %/);
  expect(text).toMatch(
    /taken for a copy with all unwanted ones listed: 1 of 2 = 50\.0 %; .*\n {4}box\/one good-2/,
  );
});

test('--without-dev-rows judges as if no table knew the brands that the development mail imitates', async () => {
  const html = ['a', 'b', 'c']
    .map((page) => `<a href="https://northgate-desk.net/${page}">Read</a>`)
    .join(' ');
  const learnt = { ...BAD, from: 'CarShield <alerts@brookfield-notice.net>', subject: 'Minutes', html };
  expect(await evidence([learnt])).toMatch(/phish +trap +1 of 1/);
  expect(await evidence([learnt], '--without-dev-rows')).toMatch(/phish +trap +0 of 1/);
});

test('--attached judges each mail as if it had a file of that name beside its own', async () => {
  const plain = { ...BAD, from: 'Desk <brookfield@brookfield-notice.net>', subject: 'Minutes' };
  expect(await evidence([plain], '--attached', 'notes.txt')).toMatch(/phish +trap +0 of 1/);
  expect(await evidence([plain], '--attached', 'Invoice.pdf.html')).toMatch(/phish +trap +1 of 1/);
  const withIts = { ...plain, files: ['Invoice.pdf.html'] };
  expect(await evidence([withIts], '--attached', 'notes.txt')).toMatch(/phish +trap +1 of 1/);
});
