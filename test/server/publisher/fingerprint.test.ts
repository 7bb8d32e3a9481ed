import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { messageFingerprint } from '../../../src/core/fingerprint/message-fingerprint.ts';
import { ANOTHER_LETTER, LETTER } from '../../core/fingerprint/a-letter.ts';
import { aFolder, aWorkshop, spamlight, succeed } from './run-command.ts';

function mail(label: string, text: string): string {
  return JSON.stringify({ source: 'box', label, id: '1', from: '', subject: '', links: [], html: '', text });
}

function aMailFile(...lines: readonly string[]): string {
  const file = join(aFolder(), 'mails.jsonl');
  writeFileSync(file, lines.join('\n'));
  return file;
}

describe('spamlight fingerprint', () => {
  test('spamlight fingerprint prints three bands of a mail, once', async () => {
    const file = aMailFile(mail('phish', LETTER), mail('phish', LETTER));
    expect(await succeed(['fingerprint', file])).toEqual(messageFingerprint(LETTER));
  });

  test('spamlight fingerprint reads the bodies of .eml files as a webmail shows them', async () => {
    const file = join(aFolder(), 'one.eml');
    const html = `<style>p{color:red}</style><p>${LETTER}</p><p style="display:none">${ANOTHER_LETTER}</p>`;
    writeFileSync(file, `Subject: x\r\nContent-Type: text/html; charset=utf-8\r\n\r\n${html}`);
    expect(await succeed(['fingerprint', file])).toEqual(messageFingerprint(LETTER));
  });

  test('spamlight fingerprint leaves out what good mail has too, and says how much', async () => {
    const unwanted = aMailFile(mail('spam', LETTER), mail('spam', ANOTHER_LETTER));
    const good = aMailFile(mail('unlabelled', ANOTHER_LETTER));
    const { lines, notes } = await spamlight(['fingerprint', unwanted, '--good', good]);
    expect(lines).toEqual(messageFingerprint(LETTER));
    expect(notes.join()).toContain('3 left out that good mail has too');
    const mixed = aMailFile(mail('spam', LETTER), mail('ham', LETTER));
    expect((await spamlight(['fingerprint', mixed])).lines).toEqual([]);
  });

  test('spamlight fingerprint says of how many mails it has no fingerprint', async () => {
    const { lines, notes } = await spamlight(['fingerprint', aMailFile(mail('spam', 'Call me.'))]);
    expect(lines).toEqual([]);
    expect(notes.join()).toContain('1 of them with too little text');
  });

  test('spamlight fingerprint prints bands and counts as JSON', async () => {
    const unwanted = aMailFile(mail('spam', LETTER), mail('spam', ANOTHER_LETTER), mail('spam', 'Call me.'));
    const good = aMailFile(mail('unlabelled', ANOTHER_LETTER));
    const { lines, notes } = await spamlight(['fingerprint', unwanted, '--good', good, '--json']);
    expect(lines.map((line): unknown => JSON.parse(line))).toEqual([
      { mails: 3, withoutFingerprint: 1, sharedBands: 3, bands: messageFingerprint(LETTER) },
    ]);
    expect(notes).toEqual([]);
  });

  test('spamlight fingerprint makes a feed that is built into sections of messages', async () => {
    const workshop = await aWorkshop();
    const text = (await succeed(['fingerprint', aMailFile(mail('phish', LETTER))])).join('\n');
    const feed = { text, format: 'fingerprint-list' };
    workshop.setFeeds([
      { name: 'Crowd', ...feed },
      { name: 'Desk', ...feed, text: `${text}\nnot-a-fingerprint`, reviewed: true, confidence: 0.9 },
    ]);
    expect(await workshop.build()).toMatchObject({ code: 0 });
    const report = readFileSync(join(workshop.channel, 'report/1.json'), 'utf8');
    expect(report).toContain('bad-fingerprint');
    const [inspected = ''] = await succeed(['inspect', '--json', workshop.channel]);
    expect(inspected).toContain('"message"');
    expect(inspected).toContain('several');
  });
});
