import { setTimeout as sleep } from 'node:timers/promises';
import { LOOK_EVERY_MS, NEVER_MS, NoAnswer, type Reply, type RunningService } from './a-process.ts';

const CHANGES_AT_ONCE = 20;

/** The page of a host. The channel lists pages; changes list whole hosts. */
const page = (host: string): string => `http://${host}/page`;

export const add = (host: string): object => ({ id: host, action: 'add', entry: host, sequence: 1 });

/**
 * What the service says to do about the page of each host. Asks again when it is told to come again, or that a link was
 * not reached in time, whatever its policy says to do with such a link: neither is an answer.
 */
export async function actions(service: RunningService, hosts: readonly string[]): Promise<string[]> {
  const found: string[] = [];
  for (let from = 0; from < hosts.length; from += 100)
    found.push(...(await actionsOf(service, hosts.slice(from, from + 100))));
  return found;
}

async function actionsOf(service: RunningService, hosts: readonly string[]): Promise<string[]> {
  const reply = await answerTo(
    service,
    '/v1/check',
    { urls: hosts.map(page) },
    (given) =>
      isOverloaded(given) ||
      (given.status === 200 && given.body.results.some(({ verdict }) => verdict.kind === 'unchecked')),
  );
  if (reply.status !== 200) throw new Error(`check answered with ${reply.status} ${reply.body.code}`);
  return reply.body.results.map(({ action }) => action);
}

/** Adds hosts; asks again when it is told to come again for another reason than the disk. */
export function addAll(service: RunningService, hosts: readonly string[]): Promise<Reply> {
  return answerTo(
    service,
    '/v1/changes',
    { changes: hosts.map(add) },
    ({ status, body }) => status === 503 && body.code !== 'not-written',
  );
}

const isOverloaded = ({ status, body }: Reply): boolean => status === 503 && body.code === 'overloaded';

/** Asks until there is an answer that is one. @throws NoAnswer */
async function answerTo(
  service: RunningService,
  path: string,
  body: object,
  isNone: (reply: Reply) => boolean,
): Promise<Reply> {
  for (const over = performance.now() + NEVER_MS; performance.now() < over; await sleep(LOOK_EVERY_MS)) {
    try {
      const reply = await service.post(path, body);
      if (!isNone(reply)) return reply;
    } catch (error) {
      if (!(error instanceof NoAnswer && error.isLate)) throw error;
    }
  }
  throw new Error(`${path} is never answered`);
}

export interface Load {
  /** Hosts whose addition was acknowledged, as they come. */
  readonly acknowledged: readonly string[];
  /** @throws what has gone wrong meanwhile */
  batches(): number;
  /** Those that were not blocked afterwards though an answer came. */
  readonly wrong: readonly string[];
  /** Checks of acknowledged hosts that were answered. */
  checks(): number;
  /** Connections that broke. */
  broken(): number;
  stop(): Promise<void>;
}

/**
 * Adds hosts without pause, some batches at a time, and asks for each batch as soon as it is acknowledged, and for one
 * that was acknowledged long before: whichever process answers, it has to go by both.
 */
export function loadOf(service: RunningService, name: string, lanes = 4): Load {
  const acknowledged: string[] = [];
  const wrong: string[] = [];
  let [batches, checks, broken] = [0, 0, 0];
  const stop = new AbortController();

  async function once(hosts: readonly string[]): Promise<void> {
    const { status, body } = await service.post('/v1/changes', { changes: hosts.map(add) });
    if (status !== 200) {
      await sleep(LOOK_EVERY_MS);
      return;
    }
    if (body.results.some(({ outcome }) => outcome !== 'applied'))
      throw new Error(`an outcome: ${JSON.stringify(body)}`);
    acknowledged.push(...hosts);
    batches++;
    const early = acknowledged.slice(batches % acknowledged.length).slice(0, CHANGES_AT_ONCE);
    const asked = [...hosts, ...early];
    const found = await actions(service, asked);
    checks += found.length;
    wrong.push(...asked.filter((_, index) => found[index] !== 'block'));
  }

  async function lane(number: number): Promise<void> {
    for (let round = 0; !stop.signal.aborted; round++) {
      const hosts = Array.from(
        { length: CHANGES_AT_ONCE },
        (_, index) => `${name}-${number}-${round}-${index}.example`,
      );
      try {
        await once(hosts);
      } catch (error) {
        // Connections break when processes are killed.
        if (!(error instanceof NoAnswer)) throw error;
        broken++;
      }
    }
  }

  const ended = Promise.all(Array.from({ length: lanes }, (_, number) => lane(number)));
  let failed: unknown = null;
  ended.catch((error: unknown) => (failed = error));
  return {
    acknowledged,
    wrong,
    batches: () => {
      if (failed !== null) throw failed;
      return batches;
    },
    checks: () => checks,
    broken: () => broken,
    stop: async () => {
      stop.abort();
      await ended;
    },
  };
}
