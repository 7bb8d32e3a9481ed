import { once } from 'node:events';
import { stat } from 'node:fs/promises';
import { InvalidArgumentError, Option, type Command } from 'commander';
import { channelServer } from '../serve/channel-server.ts';
import { channelFiles, readIndex } from '../../node/channel/read-channel.ts';
import { systemErrorCode } from '../../node/explained-failure.ts';
import { CommandFailed, type Terminal } from '../../node/terminal/terminal.ts';

interface ServeOptions {
  readonly port: number;
  readonly host: string;
  readonly json?: true;
}

export function addServe(program: Command, terminal: Terminal): void {
  program
    .command('serve')
    .description('Serves a channel folder over HTTP, for one host or for a try. Ctrl-C ends it.')
    .argument('<folder>', 'the channel')
    .addOption(
      new Option('--port <port>', '0 for any that is free').default(8080).argParser((text) => {
        const port = Number(text);
        if (!Number.isInteger(port) || port < 0 || port > 65_535)
          throw new InvalidArgumentError('0 to 65535');
        return port;
      }),
    )
    .option(
      '--host <host>',
      'address to listen at. To serve other machines, put a web server with https in front',
      '127.0.0.1',
    )
    .option('--json', 'print {url, port} as JSON')
    .action((folder: string, options: ServeOptions) => serve(folder, options, terminal));
}

async function serve(folder: string, { port, host, json }: ServeOptions, terminal: Terminal): Promise<void> {
  if (!(await isFolder(folder))) {
    throw new CommandFailed({
      kind: 'no-folder',
      message: `${folder} is no folder: build a channel into it first, or make it.`,
    });
  }
  const index = await readIndex(channelFiles(folder), null, terminal.now());
  // No failure: the first build may be about to fill the folder.
  if (!index.ok) terminal.note(index.failure.message);
  const server = channelServer(folder);
  server.listen(port, host);
  try {
    await once(server, 'listening');
  } catch (error) {
    const code = systemErrorCode(error);
    if (code === 'EADDRINUSE') {
      throw new CommandFailed({
        kind: 'port-in-use',
        message: `Port ${port} is in use; --port 0 takes any that is free.`,
      });
    }
    if (code === 'EACCES' || code === 'EADDRNOTAVAIL') {
      throw new CommandFailed({
        kind: 'cannot-listen',
        message: `This account cannot listen at ${host}, port ${port}.`,
      });
    }
    if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') {
      throw new CommandFailed({
        kind: 'cannot-listen',
        message: `There is no address of the name ${host}.`,
      });
    }
    throw error;
  }
  const address = server.address();
  const actual = typeof address === 'object' && address !== null ? address.port : port;
  const url = `http://${host.includes(':') ? `[${host}]` : host}:${actual}/`;
  await terminal.out(json === true ? JSON.stringify({ url, port: actual }) : `Serving ${folder} at ${url}`);
  if (!terminal.signal.aborted) await once(terminal.signal, 'abort');
  server.close();
  server.closeAllConnections();
}

async function isFolder(path: string): Promise<boolean> {
  try {
    return (await stat(path)).isDirectory();
  } catch (error) {
    if (systemErrorCode(error) === null) throw error;
    return false;
  }
}
