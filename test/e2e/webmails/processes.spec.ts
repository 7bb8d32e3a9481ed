import { test } from '../harness/fixtures.ts';
import { endsWithRunner } from '../harness/killed-runner.ts';
import { whyNoRoundcube } from '../harness/roundcube.ts';
import { tier } from '../harness/tiers.ts';

test(
  'a webmail and its mail store end when the runner of their test is killed',
  tier('core:chromium'),
  async () => {
    const reason = whyNoRoundcube();
    test.skip(reason !== null, reason ?? '');
    await endsWithRunner('SIGKILL', 'roundcube');
  },
);
