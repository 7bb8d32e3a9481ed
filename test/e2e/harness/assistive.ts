import { execFile } from 'node:child_process';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { startProgram } from '../../../scripts/setup/start-program.mjs';
import { eventually } from './browser.ts';

/**
 * What a screen reader is to Chromium on Linux: a program on the bus of AT-SPI, which sees the tree of all that is
 * accessible, and asks for actions on it. Firefox has the same within itself, for scripts with the browser's rights.
 */
export interface AssistiveBus {
  /** For the browser that is to be on it. */
  readonly env: Readonly<Record<string, string>>;
  /**
   * Takes the default action of a control, wherever the focus is.
   *
   * @param documentName - title of the document
   * @param name - as it is read out
   */
  press(documentName: string, name: string): Promise<void>;
  stop(): Promise<void>;
}

const ROOT = '/org/a11y/atspi/accessible/root';
const ACCESSIBLE = 'org.a11y.atspi.Accessible';

/** `ATSPI_ROLE_DOCUMENT_WEB`: of what has a document's title, the tab in the browser's own strip comes first. */
const DOCUMENT_WEB = 95;

/** Each node of the tree costs two calls of a program of their own. Milliseconds. */
const TREE_PATIENCE = 150_000;

/** Deeper than any tree of these tests; where a tree changes meanwhile, a search could go on without end. */
const MAX_DEPTH = 60;

const run = promisify(execFile);

export async function startAssistiveBus(): Promise<AssistiveBus> {
  const folder = await mkdtemp(join(tmpdir(), 'spamlight-bus-'));
  // Where the bus of AT-SPI, which the first one starts, puts its socket.
  const env = { XDG_RUNTIME_DIR: folder, XDG_CACHE_HOME: folder };
  const daemon = startProgram('dbus-daemon', ['--session', '--nofork', '--print-address'], {
    stdout: 'pipe',
    env: { ...process.env, ...env },
    folder,
  });
  const session = await new Promise<string>((resolve) => {
    daemon.stdout?.setEncoding('utf8').once('data', (line: string) => resolve(line.trim()));
  });

  async function call(
    bus: string,
    to: string,
    path: string,
    method: string,
    ...rest: string[]
  ): Promise<string> {
    const words = [`--bus=${bus}`, '--print-reply', '--reply-timeout=10000', `--dest=${to}`, path, method];
    return (await run('dbus-send', [...words, ...rest], { encoding: 'utf8' })).stdout;
  }

  /** The browser's own name on the bus, and the bus. */
  async function browser(): Promise<{ readonly bus: string; readonly name: string }> {
    const said = await call(session, 'org.a11y.Bus', '/org/a11y/bus', 'org.a11y.Bus.GetAddress');
    const bus = /string "(.*)"/.exec(said)?.[1] ?? '';
    const name = await eventually('the browser on the bus', async () => {
      const there = await call(bus, 'org.a11y.atspi.Registry', ROOT, `${ACCESSIBLE}.GetChildren`);
      return /string "(:[^"]+)"/.exec(there)?.[1];
    });
    return { bus, name };
  }

  /** Where documents are in the tree, by their titles. */
  const documents = new Map<string, string>();

  return {
    env: { ...env, DBUS_SESSION_BUS_ADDRESS: session, ACCESSIBILITY_ENABLED: '1' },
    async press(documentName, name) {
      const { bus, name: to } = await browser();
      /** What was drawn last stands last, in the tree too; the browser's own buttons come first. */
      async function find(
        path: string,
        wanted: string,
        isRight: (path: string) => Promise<boolean>,
        depth = 0,
      ): Promise<string | null> {
        if (depth > MAX_DEPTH) return null;
        const property = [`string:${ACCESSIBLE}`, 'string:Name'];
        const said = await call(bus, to, path, 'org.freedesktop.DBus.Properties.Get', ...property);
        if (/string "(.*)"/.exec(said)?.[1] === wanted && (await isRight(path))) return path;
        const children = await call(bus, to, path, `${ACCESSIBLE}.GetChildren`);
        const paths = [...children.matchAll(/object path "([^"]+)"/g)].flatMap(([, each]) => each ?? []);
        for (const child of paths.toReversed()) {
          const found = await find(child, wanted, isRight, depth + 1);
          if (found !== null) return found;
        }
        return null;
      }
      const isPage = async (path: string): Promise<boolean> => {
        const role = await call(bus, to, path, `${ACCESSIBLE}.GetRole`);
        return Number(/uint32 (\d+)/.exec(role)?.[1]) === DOCUMENT_WEB;
      };
      const isAny = (): Promise<boolean> => Promise.resolve(true);
      const document =
        documents.get(documentName) ??
        (await eventually(
          `a document ${documentName}`,
          () => find(ROOT, documentName, isPage),
          TREE_PATIENCE,
        ));
      documents.set(documentName, document);
      const control = await eventually(`a control ${name}`, () => find(document, name, isAny), TREE_PATIENCE);
      const done = await call(bus, to, control, 'org.a11y.atspi.Action.DoAction', 'int32:0');
      if (!done.includes('boolean true')) throw new Error(`${name} takes no action: ${done}`);
    },
    async stop() {
      await daemon.stop();
    },
  };
}
