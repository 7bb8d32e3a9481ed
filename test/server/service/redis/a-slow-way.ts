import { setTimeout as sleep } from 'node:timers/promises';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

/** A way to a server on which everything takes longer, both there and back. */
export interface SlowWay {
  readonly port: number;
  /** Milliseconds, of what is sent from now on. */
  delay: number;
  /** Each way of each connection. */
  bytesPerSecond: number;
  /** Ends all connections; what was under way is lost. */
  readonly cut: () => void;
  readonly close: () => void;
}

export async function aSlowWay(to: number): Promise<SlowWay> {
  const sockets = new Set<Socket>();
  const pass = (from: Socket, other: Socket): void => {
    sockets.add(from);
    let freeAt = 0;
    /** What comes later arrives later, whatever it has to wait. */
    let sent = Promise.resolve();
    let waiting = 0;
    from.on('data', (bytes: Buffer) => {
      const now = performance.now();
      freeAt = Math.max(now, freeAt) + (bytes.length / way.bytesPerSecond) * 1000;
      const at = freeAt + way.delay;
      if (at <= now && waiting === 0) {
        other.write(bytes);
        return;
      }
      waiting++;
      sent = sent
        .then(async () => sleep(Math.max(0, at - performance.now())))
        .then(() => {
          waiting--;
          other.write(bytes);
        });
    });
    from.on('error', () => other.destroy());
    from.on('close', () => {
      sockets.delete(from);
      other.destroy();
    });
  };
  const server = createServer((here) => {
    const there = connect(to, '127.0.0.1');
    pass(here, there);
    pass(there, here);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const way: SlowWay = {
    port,
    delay: 0,
    bytesPerSecond: Number.POSITIVE_INFINITY,
    cut: () => {
      for (const socket of sockets) socket.destroy();
    },
    close: () => {
      way.cut();
      server.close();
    },
  };
  return way;
}
