/**
 * What the fingerprint of a message costs, on texts of real mail as a frame tells them.
 *
 *     npx tsx test/bench/message-fingerprint.bench.ts
 */
import { messageFingerprint } from '../../src/core/fingerprint/message-fingerprint.ts';
import { factsOfMail } from '../../src/server/node/mail-tools/node-mail.ts';
import { readMails } from '../../src/server/publisher/evaluate/read-mails.ts';
import { needSharedData, sharedData } from '../shared-data.ts';

const CORPORA = ['foff_milter_ham', 'foff_milter_bad', 'transactional', 'newsletters'];
const ROUNDS = 11;

needSharedData('mail');

const texts: string[] = [];
for await (const mail of readMails(CORPORA.map((name) => sharedData(`mail/${name}.jsonl.gz`))))
  texts.push(factsOfMail(mail, null).facts.body?.text ?? '');

const times: number[] = [];
for (let round = 0; round < ROUNDS; round++) {
  for (const text of texts) {
    const start = performance.now();
    messageFingerprint(text);
    // The first rounds still compile.
    if (round >= 3) times.push(performance.now() - start);
  }
}
times.sort((a, b) => a - b);
const at = (share: number): string =>
  (times[Math.floor(share * (times.length - 1))] ?? Number.NaN).toFixed(3);
console.log(`${texts.length} messages; ms each: median ${at(0.5)}, 90 % ${at(0.9)}, 99 % ${at(0.99)}`);
