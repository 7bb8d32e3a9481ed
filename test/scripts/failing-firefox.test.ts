import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test, vi } from 'vitest';
import { launchFirefox } from '../e2e/harness/firefox.ts';
import { aFolder } from '../server/publisher/run-command.ts';
import { commandsOf, markProcesses, untilNoneRuns } from './marked-processes.ts';

/** A browser that listens as Firefox does and then runs `onConnect(socket)`, for ever. */
const listening = (onConnect: string): string => `
import { createServer } from 'node:net';
import { writeFileSync } from 'node:fs';
const say = (socket, message) => { const text = JSON.stringify(message); socket.write(text.length + ':' + text); };
const server = createServer((socket) => { socket.on('error', () => {}); ${onConnect} });
server.listen(0, '127.0.0.1', () => {
  writeFileSync(process.argv.at(-1) + '/MarionetteActivePort', String(server.address().port));
});
setInterval(() => {}, 1000);`;

/** Greets, and refuses the command whose name is this; the others succeed. */
const refusing = (name: string): string =>
  listening(`say(socket, { applicationType: 'gecko' });
    socket.on('data', (chunk) => {
      const [, id, command] = JSON.parse(String(chunk).slice(String(chunk).indexOf(':') + 1));
      say(socket, [1, id, command === '${name}' ? { error: 'refused', message: command } : null, { value: false }]);
    });`);

describe('a Firefox that cannot be handed to a test is ended:', () => {
  test.each([
    [
      'it ends at once',
      'console.log("no display"); process.exit(3);',
      /ended with 3 at once; it said: no display/,
    ],
    ['it closes the connection', listening('socket.destroy();'), /closed the connection/],
    ['it refuses a session', refusing('WebDriver:NewSession'), /refused: WebDriver:NewSession/],
    ['it refuses the extension', refusing('Addon:Install'), /refused: Addon:Install/],
  ])('a Firefox that cannot be handed to a test is ended: %s', async (_how, source, message) => {
    const mark = markProcesses();
    const folder = aFolder();
    const program = join(folder, 'firefox');
    writeFileSync(`${program}.mjs`, source);
    writeFileSync(program, `#!/bin/sh\nexec ${process.execPath} ${program}.mjs "$@"\n`, { mode: 0o755 });
    vi.stubEnv('SPAMLIGHT_FIREFOX', program);
    await expect(launchFirefox({ extension: folder, proxyPort: 1 })).rejects.toThrow(message);
    await untilNoneRuns(mark);
    expect(commandsOf(mark)).toEqual([]);
  });
});
