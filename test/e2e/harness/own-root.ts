import type { CDPSession, Page as PlaywrightPage } from '@playwright/test';
import { CHROMIUM_ROLES, type Control } from './controls.ts';

/**
 * How tests look into the closed shadow root of the extension: from a world of the test's own, in which the host element
 * answers `shadowRoot`. The page's own scripts are in another world, where the root stays closed, as for every reader.
 */

/** Name of the element in which everything of ours is drawn. */
export const OWN_HOST = 'spamlight-marks';

/** Of the isolated world in Chromium. */
const WORLD = 'spamlight-test';

/**
 * A function's body that gives the hosts of this document, and of its frames of the same origin, whose root is closed and
 * not yet known to this world.
 */
const UNKNOWN_HOSTS = `
  const hosts = [];
  const look = (view) => {
    for (const host of view.document.querySelectorAll('${OWN_HOST}'))
      if (!Object.hasOwn(host, 'shadowRoot') && host.shadowRoot === null) hosts.push(host);
    for (let n = 0; n < view.frames.length; n++) {
      try { if (view.frames[n].document) look(view.frames[n]); } catch { /* of another origin */ }
    }
  };
  look(window);
  return hosts;`;

/** Put before a script that Firefox runs with the browser's own rights, whose view of an element no page can see. */
export const REVEAL_IN_FIREFOX = `
  for (const host of (() => { ${UNKNOWN_HOSTS} })())
    if (host.openOrClosedShadowRoot) Object.defineProperty(host, 'shadowRoot', { value: host.openOrClosedShadowRoot });`;

/** The test's own world of one page in Chromium, reached by the protocol. */
export class OwnWorld {
  readonly #page: PlaywrightPage;
  #session: Promise<CDPSession> | null = null;

  constructor(page: PlaywrightPage) {
    this.#page = page;
  }

  /** Runs the body of a function in the top document. */
  async run(body: string): Promise<unknown> {
    const session = await this.#connect();
    const { frameTree } = await session.send('Page.getFrameTree');
    return runIn(session, frameTree.frame.id, body);
  }

  /** The same in the document of a frame, which an expression of the top document gives. */
  async runInFrame(frameExpression: string, body: string): Promise<unknown> {
    const session = await this.#connect();
    const { result } = await session.send('Runtime.evaluate', { expression: frameExpression });
    if (result.objectId === undefined) throw new Error(`no frame: ${frameExpression}`);
    const { node } = await session.send('DOM.describeNode', { objectId: result.objectId });
    if (node.frameId === undefined) throw new Error(`no document in ${frameExpression}`);
    try {
      return await runIn(session, node.frameId, body);
    } catch (error) {
      if (!/No frame (?:for|with) given id/i.test(String(error))) throw error;
    }
    // A frame in a process of its own has a session of its own.
    const element = (await this.#page.evaluateHandle<Element>(frameExpression)).asElement();
    const frame = await element?.contentFrame();
    if (frame == null) throw new Error(`no document in ${frameExpression}`);
    const own = await this.#page.context().newCDPSession(frame);
    try {
      const { frameTree } = await own.send('Page.getFrameTree');
      return await runIn(own, frameTree.frame.id, body);
    } finally {
      await own.detach();
    }
  }

  /** What can be operated inside an element of the top document, or of our root in it. */
  async controls(elementExpression: string): Promise<readonly Control[]> {
    const session = await this.#connect();
    const { frameTree } = await session.send('Page.getFrameTree');
    const contextId = await worldOf(session, frameTree.frame.id);
    const { result } = await session.send('Runtime.evaluate', { expression: elementExpression, contextId });
    if (result.objectId === undefined) throw new Error(`no element: ${elementExpression}`);
    await session.send('Accessibility.enable');
    const { nodes } = await session.send('Accessibility.queryAXTree', { objectId: result.objectId });
    return controlsAmong(nodes);
  }

  async #connect(): Promise<CDPSession> {
    this.#session ??= this.#page.context().newCDPSession(this.#page);
    return this.#session;
  }
}

export interface AccessibleNode {
  readonly ignored: boolean;
  readonly role?: AccessibleText;
  readonly name?: AccessibleText;
}

/** The protocol's type says of a value no more than that there may be one; here it is a text. */
interface AccessibleText {
  readonly value?: unknown;
}

export function controlsAmong(nodes: readonly AccessibleNode[]): readonly Control[] {
  return nodes.flatMap(({ ignored, role, name }) => {
    const known = CHROMIUM_ROLES[textOf(role)];
    return ignored || known === undefined ? [] : [{ role: known, name: textOf(name) }];
  });
}

function textOf(given: AccessibleText | undefined): string {
  return typeof given?.value === 'string' ? given.value : '';
}

async function runIn(session: CDPSession, frameId: string, body: string): Promise<unknown> {
  const contextId = await worldOf(session, frameId);
  const { result, exceptionDetails } = await session.send('Runtime.evaluate', {
    expression: `(async () => { ${body} })()`,
    contextId,
    awaitPromise: true,
    returnByValue: true,
    userGesture: true,
  });
  if (exceptionDetails !== undefined)
    throw new Error(exceptionDetails.exception?.description ?? exceptionDetails.text);
  return result.value;
}

/** The id of the test's own world in a frame, in which the closed roots are known. */
async function worldOf(session: CDPSession, frameId: string): Promise<number> {
  const { executionContextId } = await session.send('Page.createIsolatedWorld', {
    frameId,
    worldName: WORLD,
  });
  await reveal(session, executionContextId);
  return executionContextId;
}

/** Gives the closed roots to this world. A host in a frame belongs to the frame's part of it, under the same name. */
async function reveal(session: CDPSession, contextId: number): Promise<void> {
  const { result } = await session.send('Runtime.evaluate', {
    expression: `(() => { ${UNKNOWN_HOSTS} })()`,
    contextId,
  });
  if (result.objectId === undefined) return;
  const { result: entries } = await session.send('Runtime.getProperties', {
    objectId: result.objectId,
    ownProperties: true,
  });
  for (const { name, value } of entries) {
    if (!/^\d+$/.test(name) || value?.objectId === undefined) continue;
    const { node } = await session.send('DOM.describeNode', { objectId: value.objectId, pierce: true });
    const [root] = node.shadowRoots ?? [];
    if (root === undefined) continue;
    if (root.shadowRootType !== 'closed') throw new Error('the root of the extension is not closed');
    const { object } = await session.send('DOM.resolveNode', {
      backendNodeId: root.backendNodeId,
      executionContextId: contextId,
    });
    if (object.objectId === undefined) continue;
    await session.send('Runtime.callFunctionOn', {
      objectId: value.objectId,
      functionDeclaration: `function (root) { Object.defineProperty(this, 'shadowRoot', { value: root }); }`,
      arguments: [{ objectId: object.objectId }],
    });
  }
  await session.send('Runtime.releaseObject', { objectId: result.objectId });
}
