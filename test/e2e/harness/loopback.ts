import { connect } from 'node:net';
import { eventually } from './browser.ts';

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
