/**
 * On what the signs of real phishing lie: `npm run soak -- sign-places`. Eleven mails that are signed, through the real
 * Roundcube in both browsers, in windows of four widths, 44 signs each. With `--from=0.5` other mails, with
 * `--pictures=FOLDER` a picture of each. Needs root on Debian and the shared data.
 *
 * Aims: no link below a sign, text below one of 44 at most, and 40 of 44 open; a folded one has its title in sight.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { packagedTables } from '../../src/core/evidence/evidence-tables.ts';
import { scoreMessage } from '../../src/core/evidence/judge-message.ts';
import { NO_CONTEXT } from '../../src/core/evidence/message-context.ts';
import { factsOfMail } from '../../src/server/node/mail-tools/node-mail.ts';
import type { Mail } from '../../src/server/publisher/evaluate/mail.ts';
import { readMails } from '../../src/server/publisher/evaluate/read-mails.ts';
import { eachNth, MAX_LENGTH, productMail, READER } from '../e2e/mails/mail-source.ts';
import type { SeenSign } from '../e2e/harness/sign-look.ts';
import { needSharedData, sharedData } from '../shared-data.ts';

const COUNT = 11;

/** Of each 44. */
const AIMS = { open: 40, text: 1 };

const { values } = parseArgs({
  options: { from: { type: 'string', default: '0' }, pictures: { type: 'string' } },
});
needSharedData('mail');
const START = Number(values.from);
if (!(START >= 0 && START < 1)) throw new RangeError(`--from=${values.from}: between 0 and 1`);
if (values.pictures !== undefined) mkdirSync(values.pictures, { recursive: true });
const folder = mkdtempSync(join(tmpdir(), 'spamlight-sign-places-'));
try {
  const file = join(folder, 'mails');
  const mails = (await signedMails()).map(productMail);
  writeFileSync(file, mails.map((mail) => JSON.stringify(mail)).join('\n'));
  const { status } = spawnSync(
    'npx',
    ['playwright', 'test', 'test/e2e/mails/sign-places.spec.ts', '--workers=2'],
    {
      stdio: 'inherit',
      env: {
        ...process.env,
        SPAMLIGHT_SIGN_PLACES: file,
        ...(values.pictures === undefined ? {} : { SPAMLIGHT_SIGN_PICTURES: values.pictures }),
      },
    },
  );
  const are = (['chromium', 'firefox'] as const).map((browser) => report(browser, `${file}.${browser}`));
  process.exitCode = status === 0 && are.every(Boolean) ? 0 : 1;
} finally {
  rmSync(folder, { recursive: true });
}

/** Evenly from those of the corpus that the rule marks. */
async function signedMails(): Promise<readonly Mail[]> {
  const signed: Mail[] = [];
  for await (const mail of readMails([sharedData('mail/phishing_pot.jsonl.gz')])) {
    if (mail.html.trim() === '' || mail.html.length + mail.text.length > MAX_LENGTH) continue;
    const { facts, links } = factsOfMail(mail, READER);
    if (scoreMessage(facts, links, packagedTables(), NO_CONTEXT).isMarked) signed.push(mail);
  }
  return eachNth(signed, COUNT, START);
}

/** @returns whether all aims are reached */
function report(browser: string, file: string): boolean {
  if (!existsSync(file)) return false;
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- written by the test
  const seen = JSON.parse(readFileSync(file, 'utf8')) as readonly SeenSign[];
  const count = (is: (each: SeenSign) => boolean): number => seen.filter(is).length;
  const [none, open] = [count(({ sign }) => sign === 'none'), count(({ sign }) => sign === 'open')];
  const [links, text] = [count((each) => each.links > 0), count((each) => each.lines > 0)];
  const [controls, pictures] = [count((each) => each.controls > 0), count((each) => each.pictures > 0)];
  const unseen = count(({ sign, isInSight }) => sign !== 'none' && !isInSight);
  process.stdout.write(
    `${browser}: ${seen.length} signs: ${none} missing, ${open} open, ${seen.length - none - open} folded, ${unseen} out of sight; ` +
      `on links ${links}, on text ${text}, on pictures ${pictures}, on the webmail's controls ${controls}\n`,
  );
  for (const each of seen) {
    if (
      each.sign !== 'open' ||
      !each.isInSight ||
      each.links + each.lines + each.controls + each.pictures > 0
    )
      process.stdout.write(`  ${JSON.stringify(each)}\n`);
  }
  return seen.length > 0 && none + links + unseen === 0 && text <= AIMS.text && open >= AIMS.open;
}
