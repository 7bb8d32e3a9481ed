/**
 * Scripts that tests run in a page. A script is a function, so that the compiler checks it; what comes to the page is its
 * text, so it sees its parameters, the page's own globals, and nothing of the module in which it stands.
 */
import type { Browser as ExtensionApi } from 'webextension-polyfill';
import type { Request, ResponseTo } from '../../../src/extension/protocol/requests.ts';
import { OWN_HOST } from './own-root.ts';

/** What every script gets first. It takes what it needs of it apart in its list of parameters. */
export interface Tools {
  /** The first element; throws if there is none. */
  readonly one: {
    <Name extends keyof HTMLElementTagNameMap>(
      selector: Name,
      within?: ParentNode | null,
    ): HTMLElementTagNameMap[Name];
    // oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- as `querySelector` has it
    <Found extends Element = HTMLElement>(selector: string, within?: ParentNode | null): Found;
  };
  /** None where `within` is null. */
  readonly all: {
    <Name extends keyof HTMLElementTagNameMap>(
      selector: Name,
      within?: ParentNode | null,
    ): HTMLElementTagNameMap[Name][];
    <Found extends Element = HTMLElement>(selector: string, within?: ParentNode | null): Found[];
  };
  /** The visible button or label with this text, or of this name. */
  readonly named: (
    text: RegExp,
    within?: ParentNode | null,
    kind?: 'button' | 'label',
  ) => HTMLButtonElement | HTMLLabelElement | undefined;
  /** The closed root in which everything of ours is drawn in a page; throws if there is none. */
  readonly root: () => ShadowRoot;
  readonly marks: () => HTMLElement[];
  readonly card: () => HTMLElement | null;
  readonly dialog: () => HTMLDialogElement | null;
  readonly toast: () => HTMLElement | null;
  readonly sign: () => HTMLElement | null;
  /** The browser's own extension API, in a page of the extension. */
  readonly api: ExtensionApi;
  /** Asks the background, from a page of the extension. */
  readonly send: <Asked extends Request>(request: Asked) => Promise<ResponseTo<Asked>>;
  readonly pause: (ms: number) => Promise<void>;
}

/** A function of a page with what it is given, as text. */
export interface PageScript<Value> {
  /** An expression, in which `tools` are the tools. */
  readonly text: string;
  /** For messages. */
  readonly what: string;
  /** Whether it looks into our root, and so runs in the test's own world. */
  readonly isOfRoot: boolean;
  /** Never set: the type of what it gives. */
  readonly gives?: Value;
}

/** What a script gets for what is given to it: for another script a function that runs it. */
export type Given<Args extends readonly unknown[]> = {
  [Place in keyof Args]: Args[Place] extends PageScript<infer Value> ? () => Value : Args[Place];
};

export type Call<Args extends readonly unknown[], Value> = (tools: Tools, ...given: Given<Args>) => Value;

export type Condition<Value> = PageScript<Value> | ((tools: Tools) => Value);

/** An element of the page, as it is when it is asked for. */
export type Place = Condition<Element | null | undefined>;

const TOOLS_OF_ROOT: ReadonlySet<string> = new Set([
  'root',
  'marks',
  'card',
  'dialog',
  'toast',
  'sign',
] satisfies (keyof Tools)[]);

/**
 * @param args - JSON, regular expressions, undefined, or other scripts
 * @throws TypeError if `call` does not take the tools apart: which world it needs is seen by their names
 */
export function script<Args extends readonly unknown[], Value>(
  call: Call<Args, Value>,
  ...args: Args
): PageScript<Value> {
  const source = call.toString();
  const scripts = args.filter(isScript);
  return {
    text: `(${source})(${['tools', ...args.map(textOf)].join(', ')})`,
    what: [source, ...args.map((each) => (isScript(each) ? each.what : textOf(each)))].join('; '),
    isOfRoot:
      source.includes(OWN_HOST) ||
      toolsOf(source).some((name) => TOOLS_OF_ROOT.has(name)) ||
      scripts.some(({ isOfRoot }) => isOfRoot),
  };
}

/** A script, from what is given in place of one: itself, or a function and what it is given. */
export function scriptOf<Value>(
  condition: PageScript<Value> | Call<never[], Value>,
  ...args: readonly unknown[]
): PageScript<Value> {
  return typeof condition === 'function'
    ? script(condition as Call<readonly unknown[], Value>, ...args)
    : condition;
}

/** From the expression of one: for what is bundled, and has no function. */
export function ofText(text: string): PageScript<never> {
  return { text, what: text, isOfRoot: text.includes(OWN_HOST) };
}

/** What comes before every script. tsx, which runs benches, calls `__name` to keep the names of functions. */
const MAKE_TOOLS = `const __name = (made) => made; const tools = (${makeTools.toString()})();`;

/** The body of a function, in any realm that has a document. */
export function bodyOf({ text }: PageScript<unknown>): string {
  return `${MAKE_TOOLS} return await (${text});`;
}

/** An expression for what a script gives, where nothing else can be awaited. */
export function inExpression({ text }: PageScript<unknown>): string {
  return `(() => { ${MAKE_TOOLS} return (${text}); })()`;
}

/** As long as this, nothing else is done in a page from outside. Milliseconds. */
const TURN_MS = 300;

/**
 * The body of a function that waits in the page itself, for a moment, until a script gives something else than
 * undefined, null or false, and returns what it is at the end. Where it is asked from outside each time instead, the
 * browser, its remote control and the test all work at every question, and what is waited for comes later.
 */
export function waitingFor({ text }: PageScript<unknown>): string {
  return `
    ${MAKE_TOOLS}
    for (const end = performance.now() + ${TURN_MS}; ; ) {
      let value, error = null;
      try { value = await (${text}); } catch (thrown) { error = thrown ?? 'nothing'; }
      if (error === null && value !== undefined && value !== null && value !== false) return value;
      if (performance.now() > end) { if (error !== null) throw error; return value; }
      await new Promise((resolve) => setTimeout(resolve, 15));
    }`;
}

function isScript(value: unknown): value is PageScript<unknown> {
  return typeof value === 'object' && value !== null && 'isOfRoot' in value;
}

function textOf(value: unknown): string {
  if (isScript(value)) return `() => (${value.text})`;
  if (value instanceof RegExp) return String(value);
  return JSON.stringify(value) ?? 'undefined';
}

function toolsOf(source: string): readonly string[] {
  const [, first = ''] = /^(?:async\b\s*)?(?:function\b[^(]*)?\(?\s*(\{[^}]*\}|[^\s,)=]*)/.exec(source) ?? [];
  if (first === '' || first.startsWith('_')) return [];
  if (!first.startsWith('{')) throw new TypeError(`the tools are to be taken apart: ${source}`);
  return first.slice(1, -1).split(/[\s,]+/);
}

/** Sent to the page as text as well. */
function makeTools(): Tools {
  // oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- as above
  const one = <Found extends Element>(selector: string, within?: ParentNode | null): Found => {
    const found = (within === undefined ? document : within)?.querySelector<Found>(selector) ?? null;
    if (found === null) throw new Error(`there is no ${selector}`);
    return found;
  };
  const all = <Found extends Element>(selector: string, within?: ParentNode | null): Found[] =>
    Array.from((within === undefined ? document : within)?.querySelectorAll<Found>(selector) ?? []);
  const root = (): ShadowRoot => {
    const found = document.querySelector('spamlight-marks')?.shadowRoot ?? null;
    if (found === null) throw new Error('nothing of the extension is in the page');
    return found;
  };
  const { browser, chrome } = window as unknown as Record<'browser' | 'chrome', ExtensionApi | undefined>;
  const api = (browser ?? chrome) as ExtensionApi;
  return {
    one,
    all,
    named: (text, within, kind = 'button') =>
      all<HTMLButtonElement | HTMLLabelElement>(kind, within).find(
        (each) => text.test(each.ariaLabel ?? each.textContent) && each.checkVisibility(),
      ),
    root,
    marks: () => all('.mark', root()),
    card: () => root().querySelector<HTMLElement>('.card'),
    dialog: () => root().querySelector('dialog'),
    toast: () => root().querySelector<HTMLElement>('.toast'),
    sign: () => root().querySelector<HTMLElement>('.sign'),
    api,
    send: (request) => api.runtime.sendMessage(request),
    pause: (ms) =>
      new Promise((resolve) => {
        setTimeout(resolve, ms);
      }),
  };
}
