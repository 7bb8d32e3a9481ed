import { readdirSync, readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { afterEach, describe, expect, test } from 'vitest';
import { isRecord } from '../../../src/core/fields/is-record.ts';
import { DEFAULT_POLICY } from '../../../src/server/service/check/policy.ts';
import { sharedData, sharedDataMissing } from '../../shared-data.ts';
import { aService, closeServices, post } from './a-service.ts';

afterEach(closeServices);

/** Of twenty years ago, mailing lists, and bad mail: 12,300 good ones beside those of today, which take minutes. */
const OTHERS = /bad|phishing|csdmc|enron|spamassassin|lists/;

/** What is submitted of each good mail of a file: its HTML, or its text if it has none. */
function goodMails(file: string): readonly object[] {
  return gunzipSync(readFileSync(sharedData(`mail/${file}`)))
    .toString()
    .split('\n')
    .filter((line) => line !== '')
    .flatMap((line): readonly object[] => {
      const mail: unknown = JSON.parse(line);
      if (!isRecord(mail) || mail['label'] !== 'ham') return [];
      const { html, text } = mail;
      if (typeof html === 'string' && html.trim() !== '') return [{ html }];
      return [{ text: typeof text === 'string' ? text : '' }];
    });
}

describe.skipIf(sharedDataMissing)('of good mail', () => {
  test('of 200 good mails one at most is for review by its links, where none is listed', async () => {
    const isAll = process.env['ALL_GOOD_MAIL'] !== undefined;
    const service = await aService({ policy: { ...DEFAULT_POLICY, evidence: 'allow' } });
    const actions: string[] = [];
    for (const file of readdirSync(sharedData('mail'))) {
      if (OTHERS.test(file) && !isAll) continue;
      for (const message of goodMails(file))
        actions.push((await post(service, '/v1/check-message', message)).body.action);
    }
    const others = actions.filter((action) => action !== 'allow');
    expect(actions.length).toBeGreaterThan(400);
    expect(others.length / actions.length).toBeLessThanOrEqual(0.005);
  });
});
