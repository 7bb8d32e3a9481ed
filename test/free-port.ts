import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { createServer } from 'node:net';

/**
 * Below those that Linux and macOS give to connections that go out: from there, whatever connects next may be given a port
 * that was free a moment ago.
 */
const [FIRST, END] = [20_000, 32_000];

/** A port of 127.0.0.1 on which nothing listens, by TCP or UDP. */
export async function freePort(): Promise<number> {
  for (let turn = 0; turn < 100; turn++) {
    const port = FIRST + Math.floor(Math.random() * (END - FIRST));
    const [stream, datagrams] = [createServer(), createSocket('udp4')];
    try {
      await once(stream.listen(port, '127.0.0.1'), 'listening');
      await once(datagrams.bind(port, '127.0.0.1'), 'listening');
      return port;
    } catch {
      // Somebody has it.
    } finally {
      stream.close();
      datagrams.close();
    }
  }
  throw new Error(`no free port from ${FIRST} to ${END}`);
}
