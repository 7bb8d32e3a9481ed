/**
 * What it takes to judge a message by itself, beside what it takes to parse the same message with htmlparser2: both in
 * one run and interleaved, as the machine may be busy. Every fifth message of the development mail. And how large the
 * facts are that a frame tells of a message.
 */
import { readdirSync } from 'node:fs';
import { Parser } from 'htmlparser2';
import { packagedTables } from '../../src/core/evidence/evidence-tables.ts';
import { scoreMessage } from '../../src/core/evidence/judge-message.ts';
import { NO_CONTEXT } from '../../src/core/evidence/message-context.ts';
import { factsOfMail } from '../../src/server/node/mail-tools/node-mail.ts';
import { readMails } from '../../src/server/publisher/evaluate/read-mails.ts';
import { needSharedData, sharedData } from '../shared-data.ts';

const EVERY = 5;

needSharedData('mail');
await measure();

async function measure(): Promise<void> {
  const folder = sharedData('mail');
  const files = readdirSync(folder).filter((name) => name.endsWith('.gz'));
  const tables = packagedTables();
  const judging: number[] = [];
  const parsing: number[] = [];
  const sizes: number[] = [];
  let count = 0;
  for await (const mail of readMails(files.map((name) => `${folder}/${name}`))) {
    count += 1;
    if (count % EVERY !== 0) continue;
    const { facts, links } = factsOfMail(mail, null);
    sizes.push(Buffer.byteLength(JSON.stringify(facts)));
    const start = performance.now();
    scoreMessage(facts, links, tables, NO_CONTEXT);
    const middle = performance.now();
    new Parser({}).end(mail.html === '' ? mail.text : mail.html);
    judging.push(middle - start);
    parsing.push(performance.now() - middle);
  }
  for (const share of [0.5, 0.95, 0.99]) {
    const [judged, parsed] = [judging, parsing].map((times) => at(times, share));
    console.log(
      `p${share * 100}: judging ${judged?.toFixed(2)} ms, parsing ${parsed?.toFixed(2)} ms, ratio ${((judged ?? 0) / (parsed ?? 1)).toFixed(2)}`,
    );
  }
  const [median, most, all] = [0.5, 0.99, 1].map((share) => at(sizes, share).toLocaleString('en'));
  console.log(
    `facts of a message: ${median} bytes at the median, ${most} at 99 % (aim 8,000), ${all} at most`,
  );
  console.log(`${judging.length} messages; aims: p95 2 ms, p99 5 ms`);
}

function at(times: readonly number[], share: number): number {
  return [...times].sort((a, b) => a - b)[Math.min(times.length - 1, Math.floor(times.length * share))] ?? 0;
}
