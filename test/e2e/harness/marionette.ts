import { isRecord } from '../../../src/core/fields/is-record.ts';
import { connect, type Socket } from 'node:net';

/** A WebDriver error as Firefox reports it. */
export class MarionetteError extends Error {
  override readonly name = 'MarionetteError';
}

/**
 * Firefox's own remote protocol: `<length>:[type, id, command, parameters]` over a socket, one command at a
 * time.
 * Source: https://firefox-source-docs.mozilla.org/testing/marionette/Protocol.html
 */
export class Marionette {
  readonly #socket: Socket;
  #received = Buffer.alloc(0);
  #nextId = 1;
  readonly #waiting = new Map<
    number,
    { resolve: (value: unknown) => void; reject: (error: Error) => void }
  >();
  readonly #hello: Promise<void>;
  #onHello: () => void = () => undefined;

  private constructor(socket: Socket) {
    this.#socket = socket;
    this.#hello = new Promise((resolve, reject) => {
      this.#onHello = resolve;
      socket.once('close', () => reject(new MarionetteError('Firefox closed the connection at once')));
    });
    // Nobody waits for it any more after the greeting.
    this.#hello.catch(() => undefined);
    socket.on('data', (chunk: Buffer) => {
      this.#received = Buffer.concat([this.#received, chunk]);
      this.#readAll();
    });
    const end = (): void => {
      for (const { reject } of this.#waiting.values())
        reject(new MarionetteError('Firefox closed the connection'));
      this.#waiting.clear();
    };
    socket.on('close', end);
    socket.on('error', end);
  }

  static async connect(port: number): Promise<Marionette> {
    const socket = connect(port, '127.0.0.1');
    await new Promise<void>((resolve, reject) => {
      socket.once('connect', resolve);
      socket.once('error', reject);
    });
    const session = new Marionette(socket);
    await session.#hello;
    return session;
  }

  /** @returns the command's `value`, or its whole answer when it has none */
  async send(command: string, parameters: object = {}): Promise<unknown> {
    const id = this.#nextId++;
    const message = JSON.stringify([0, id, command, parameters]);
    const answer = new Promise<unknown>((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject });
    });
    this.#socket.write(`${Buffer.byteLength(message)}:${message}`);
    return answer;
  }

  close(): void {
    this.#socket.destroy();
  }

  #readAll(): void {
    for (;;) {
      const colon = this.#received.indexOf(':');
      if (colon < 0) return;
      const length = Number(this.#received.subarray(0, colon).toString('latin1'));
      if (this.#received.length < colon + 1 + length) return;
      const text = this.#received.subarray(colon + 1, colon + 1 + length).toString('utf8');
      this.#received = this.#received.subarray(colon + 1 + length);
      this.#take(JSON.parse(text));
    }
  }

  #take(message: unknown): void {
    if (!Array.isArray(message)) {
      this.#onHello();
      return;
    }
    const [, id, error, value] = message as [
      number,
      number,
      { error: string; message: string } | null,
      unknown,
    ];
    const waiting = this.#waiting.get(id);
    this.#waiting.delete(id);
    if (waiting === undefined) return;
    if (error !== null) waiting.reject(new MarionetteError(`${error.error}: ${error.message}`));
    else waiting.resolve(isRecord(value) && 'value' in value ? value['value'] : value);
  }
}
