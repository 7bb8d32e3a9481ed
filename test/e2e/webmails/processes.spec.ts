import { test } from '../harness/fixtures.ts';
import { endsWithRunner } from '../harness/killed-runner.ts';
import { whyNoRoundcube } from '../harness/roundcube.ts';

test('a webmail and its mail store end when the runner of their test is killed', async () => {
  const reason = whyNoRoundcube();
  test.skip(reason !== null, reason ?? '');
  await endsWithRunner('SIGKILL', 'roundcube');
});
