import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { HONEST_FACTS } from '../../lab/evidence/honest-facts.ts';
import { lab } from './lab-command.ts';

const folder = mkdtempSync(join(tmpdir(), 'spamlight-lab-letters-'));
afterAll(() => rmSync(folder, { recursive: true }));

const LETTER = {
  kind: 'school',
  from: 'School of the Mill <office@mill-school.example>',
  subject: 'Trip on Friday',
  body: 'Dear parents,\n[See the plan](https://mill-school.example/plan)',
};

test('lab letters counts the letters as they are, with each honest fact and with each two, by set', async () => {
  writeFileSync(join(folder, 'en.jsonl'), `${JSON.stringify(LETTER)}\n`);
  const phish = {
    source: 'trap',
    label: 'phish',
    id: 'bad-1',
    from: 'PayPal Support <alerts@brookfield-notice.net>',
    subject: 'Your account is limited',
    links: [],
    html: '<a href="https://northgate-desk.net/x">Confirm now</a>',
  };
  writeFileSync(join(folder, 'phish.json'), JSON.stringify(phish));
  const { code, out } = await lab('letters', '--own', folder, '--phishing', join(folder, 'phish.json'));
  const text = out.join('\n');
  expect(code).toBe(0);
  expect(text).toMatch(/letters by kind, 1: .*\n {2}as they are +0 of 1;/);
  expect(text).toContain(`one more fact, together`.padEnd(58) + ` 0 of ${HONEST_FACTS.length};`);
  const pairs = (HONEST_FACTS.length * (HONEST_FACTS.length - 1)) / 2;
  expect(text.replaceAll(',', '')).toMatch(new RegExp(`two more facts together +\\d+ of ${pairs}`));
  expect(text).toMatch(/phish +trap +1 of 1 = 100 %/);
  expect(text).toMatch(/\n {2}fake-reply +100 %\n/);
});
