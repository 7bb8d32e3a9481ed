/**
 * Starts what is named on its command line as tests do, says so, and waits for its own end:
 * `idle-runner.ts chromium FOLDER`, `idle-runner.ts firefox FOLDER`, `idle-runner.ts roundcube`.
 */
import { launchChromium } from './chromium.ts';
import { launchFirefox } from './firefox.ts';
import { startRoundcube } from './roundcube.ts';

const [what = '', extension = ''] = process.argv.slice(2);
// Nothing is loaded through it.
const settings = { extension, proxyPort: 9 };
if (what === 'roundcube') await startRoundcube();
else await (what === 'chromium' ? launchChromium : launchFirefox)(settings);
process.stdout.write('started\n');
setInterval(() => undefined, 60_000);
