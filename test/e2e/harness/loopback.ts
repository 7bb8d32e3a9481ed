import { connect, createServer, type AddressInfo } from 'node:net';
import { eventually } from './browser.ts';

/** A port that nothing listens on. */
export async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => {
    server.close(resolve);
  });
  return port;
}

/** Waits until something listens there. */
export async function answers(port: number, timeout = 60_000): Promise<void> {
  await eventually(
    `something to listen on port ${port}`,
    () =>
      new Promise<boolean>((resolve) => {
        const socket = connect(port, '127.0.0.1');
        socket.once('connect', () => {
          socket.destroy();
          resolve(true);
        });
        socket.once('error', () => resolve(false));
      }),
    timeout,
  );
}
