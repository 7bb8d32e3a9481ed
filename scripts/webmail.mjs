// npm run webmail [-- larry|classic]: a real Roundcube with sample messages, until Ctrl-C.
import { ensurePackages } from './setup/prepare.mjs';
import { ensureWebmail, ROUNDCUBE } from './setup/webmails.mjs';

ensurePackages();
const reason = ensureWebmail(ROUNDCUBE);
if (reason === null) {
  const { tsImport } = await import('tsx/esm/api');
  /** @type {typeof import('../test/e2e/harness/roundcube.ts')} */
  const { startRoundcube } = await tsImport('../test/e2e/harness/roundcube.ts', import.meta.url);
  /** @type {typeof import('../test/e2e/harness/mails.ts')} */
  const { sampleMails } = await tsImport('../test/e2e/harness/mails.ts', import.meta.url);
  const [skin = 'elastic'] = process.argv.slice(2);
  if (skin !== 'elastic' && skin !== 'larry' && skin !== 'classic') {
    throw new Error(`no skin ${skin}: there are elastic, larry and classic`);
  }
  const roundcube = await startRoundcube(skin);
  const mails = sampleMails();
  roundcube.deliver(mails.map(({ source }) => source));
  process.stdout.write(
    `Roundcube with ${mails.length} messages: ${roundcube.url}\n` +
      `Sign in as ${roundcube.user} with ${roundcube.password}. Ctrl-C ends it.\n`,
  );
  await new Promise((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.once(signal, resolve);
  });
  await roundcube.stop();
} else {
  process.stderr.write(`No Roundcube here: ${reason}.\n`);
  process.exitCode = 1;
}
