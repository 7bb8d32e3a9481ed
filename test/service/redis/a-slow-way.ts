import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

/** A way to a server on which everything takes longer, both there and back. */
export interface SlowWay {
  readonly port: number;
  /** Milliseconds, of what is sent from now on. */
  delay: number;
  readonly close: () => void;
}

export async function aSlowWay(to: number): Promise<SlowWay> {
  const sockets = new Set<Socket>();
  const pass = (from: Socket, other: Socket): void => {
    sockets.add(from);
    from.on('data', (bytes: Buffer) => {
      if (way.delay === 0) other.write(bytes);
      else setTimeout(() => other.write(bytes), way.delay);
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
    close: () => {
      for (const socket of sockets) socket.destroy();
      server.close();
    },
  };
  return way;
}
