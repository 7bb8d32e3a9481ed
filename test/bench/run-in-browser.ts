import { createReadStream } from 'node:fs';
import { mkdtemp, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { startProgram } from '../../scripts/setup/start-program.mjs';

export type BrowserName = 'chromium' | 'firefox';

/** A page that runs a module's function and sends back what it gives, or the error it ends with. */
function pageFor(script: string): string {
  return `<!doctype html><meta charset="utf-8"><script type="module">
    const send = (body) => fetch('/result', { method: 'POST', body: JSON.stringify(body) });
    try {
      const url = new URL('/module.js', location.href).href;
      const value = await (async () => { ${script} })();
      await send({ value });
    } catch (error) {
      await send({ error: String(error?.stack ?? error) });
    }
  </script>`;
}

/** Firefox rounds its clock to 1 ms unless it is told that this page may know better. */
const PREFERENCES = [
  'user_pref("privacy.reduceTimerPrecision", false);',
  'user_pref("browser.shell.checkDefaultBrowser", false);',
  'user_pref("datareporting.policy.dataSubmissionEnabled", false);',
  'user_pref("app.update.enabled", false);',
  'user_pref("browser.aboutwelcome.enabled", false);',
  'user_pref("dom.max_script_run_time", 0);',
];

/**
 * Opens a headless browser on a page of its own and waits for what the script there returns.
 *
 * @param module - path of a bundled module; the script finds its address as `url`
 * @param script - the body of an async function
 */
export async function runInBrowser(
  browser: BrowserName,
  program: string,
  module: string,
  script: string,
): Promise<unknown> {
  const folder = await mkdtemp(join(tmpdir(), `spamlight-bench-${browser}-`));
  let finish: (answer: string) => void = () => undefined;
  const answered = new Promise<string>((resolve) => {
    finish = resolve;
  });
  const server = createServer((request, response) => {
    // Isolated from other origins, a page may read an exact clock.
    response.setHeader('Cross-Origin-Opener-Policy', 'same-origin');
    response.setHeader('Cross-Origin-Embedder-Policy', 'require-corp');
    response.setHeader('Cross-Origin-Resource-Policy', 'same-origin');
    if (request.url === '/result') {
      void text(request).then((body) => {
        response.end();
        finish(body);
      });
    } else if (request.url === '/module.js') {
      response.setHeader('Content-Type', 'text/javascript');
      createReadStream(module).pipe(response);
    } else {
      response.setHeader('Content-Type', 'text/html');
      response.end(pageFor(script));
    }
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  const url = `http://127.0.0.1:${address.port}/`;
  await writeFile(join(folder, 'user.js'), PREFERENCES.join('\n'));
  const options =
    browser === 'firefox'
      ? ['--headless', '--no-remote', '--profile', folder, url]
      : [
          '--headless=new',
          '--no-sandbox',
          '--disable-gpu',
          '--no-first-run',
          `--user-data-dir=${folder}`,
          url,
        ];
  const child = startProgram(program, options, { env: { ...process.env, HOME: folder }, folder });
  const ended = child.exited.then((code) => JSON.stringify({ error: `${browser} ended with code ${code}` }));
  try {
    const answer = JSON.parse(await Promise.race([answered, ended])) as { value?: unknown; error?: string };
    if (answer.error !== undefined) throw new Error(`${browser}: ${answer.error}`);
    return answer.value;
  } finally {
    server.close();
    await child.stop();
  }
}
