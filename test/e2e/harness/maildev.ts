import { existsSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { startProgram } from '../../../scripts/setup/start-program.mjs';
import { type MAILDEVS, npmWebmail } from '../../../scripts/setup/webmails.mjs';
import { freePort } from '../../free-port.ts';
import { answers } from './loopback.ts';
import { type PageScript, script } from './page-script.ts';

export type MailDevName = (typeof MAILDEVS)[number];

/** A real MailDev on loopback, which keeps its mail in memory. */
export interface MailDev {
  readonly url: string;
  deliver(message: string): Promise<void>;
  stop(): Promise<void>;
}

const programOf = (name: MailDevName): string => join(npmWebmail(name), 'node_modules', '.bin', 'maildev');

/** Why it cannot run here, or null if it can. `npm run setup` installs it. */
export function whyNoMailDev(name: MailDevName): string | null {
  return existsSync(programOf(name)) ? null : `missing: ${name}, which npm run setup installs`;
}

export async function startMailDev(name: MailDevName): Promise<MailDev> {
  const [webPort, mailPort] = [await freePort(), await freePort()];
  const words = [
    '--ip',
    '127.0.0.1',
    '--smtp',
    String(mailPort),
    '--web-ip',
    '127.0.0.1',
    '--web',
    String(webPort),
  ];
  const program = startProgram(programOf(name), words);
  try {
    await answers(webPort, 60_000);
    await answers(mailPort, 60_000);
  } catch (error) {
    await program.stop();
    throw error;
  }
  return {
    url: `http://127.0.0.1:${webPort}/`,
    deliver: (message) => send(mailPort, message),
    stop: async () => void (await program.stop()),
  };
}

/** The innermost element that shows the subject in the list; a click on it reaches the row. */
export function rowOf(subject: string): PageScript<HTMLElement | undefined> {
  return script(
    ({ all }, wanted) =>
      all('body *').findLast(
        (each) => each.textContent.includes(wanted) && each.getBoundingClientRect().width > 0,
      ),
    subject,
  );
}

/** One message by SMTP (RFC 5321), as little of it as a catcher asks for. */
async function send(port: number, message: string): Promise<void> {
  const socket = connect(port, '127.0.0.1');
  const lines = createInterface({ input: socket })[Symbol.asyncIterator]();
  const reply = async (): Promise<void> => {
    for (;;) {
      const next: IteratorResult<string, unknown> = await lines.next();
      const line = String(next.value);
      if (next.done === true || /^[45]/.test(line)) throw new Error(`the mail catcher said ${line}`);
      // With a hyphen behind the number, more lines follow.
      if (line[3] !== '-') return;
    }
  };
  try {
    await reply();
    for (const line of [
      'EHLO localhost',
      'MAIL FROM:<sender@news.example>',
      'RCPT TO:<alice@mail.test>',
      'DATA',
    ]) {
      socket.write(`${line}\r\n`);
      await reply();
    }
    const text = message.replaceAll(/\r?\n/g, '\r\n').replaceAll(/^\./gm, '..');
    socket.write(`${text}\r\n.\r\n`);
    await reply();
    socket.end('QUIT\r\n');
  } finally {
    socket.destroy();
  }
}
