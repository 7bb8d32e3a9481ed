import { halfSipHash } from '../../../core/hash/half-sip-hash.ts';
import { readSession, removeFromSession, sessionKeys, writeSession } from '../../platform/session-storage.ts';
import type { ReportFrame } from '../../protocol/tab-messages.ts';
import type { LinkPlace } from '../reader/once-trust.ts';

/**
 * Links; about 230 kB per frame, plus senders: each link has two keys, of at most 15 and 31 characters. Dropped links
 * must be checked again before they can be trusted.
 */
const MAX_JUDGED_PER_FRAME = 5_000;

/** Frames that reported nothing. The latest are kept: one may return from the back-forward cache. */
const MAX_EMPTY_FRAMES = 10;

/** Rules and corrections that a frame may undo. */
const MAX_UNDONE_PER_FRAME = 200;

export interface FrameMemory {
  readonly report: ReportFrame | null;
  readonly ruleIds: readonly string[];
  readonly correctionIds: readonly string[];
  /**
   * Maps hashes of the href, alone and combined with the message's, to the sender's address or ''. Oldest first. Alone,
   * a hash has the sender of the message that asked last.
   */
  readonly judged: ReadonlyMap<string, string>;
}

interface Frame {
  report: ReportFrame | null;
  ruleIds: readonly string[];
  correctionIds: readonly string[];
  judged: Map<string, string>;
}

/**
 * In memory and session storage, never on disk: survives a stopped realm. Hrefs are only compared, so hashes under a
 * session key are enough.
 */
export class FrameMemories {
  readonly #frames = new Map<string, Promise<Frame>>();
  #key: Promise<Uint8Array> | null = null;

  async frame(tabId: number, frameId: number): Promise<FrameMemory> {
    return this.#frame(tabId, frameId);
  }

  async notJudged(tabId: number, frameId: number, hrefs: readonly string[]): Promise<ReadonlySet<string>> {
    const [frame, key] = await Promise.all([this.#frame(tabId, frameId), this.#hashKey()]);
    return new Set(hrefs.filter((href) => !frame.judged.has(hashOf(key, href))));
  }

  async rememberJudged(
    { tabId, frameId, messageKey }: LinkPlace,
    hrefs: readonly string[],
    sender: string | null,
  ): Promise<void> {
    const [frame, key] = await Promise.all([this.#frame(tabId, frameId), this.#hashKey()]);
    const message = hashOf(key, messageKey);
    let isChanged = false;
    for (const href of hrefs) {
      const alone = hashOf(key, href);
      for (const hash of [alone, inMessage(alone, message)]) {
        if (frame.judged.get(hash) === (sender ?? '')) continue;
        isChanged = true;
        frame.judged.set(hash, sender ?? '');
      }
    }
    for (const oldest of frame.judged.keys()) {
      if (frame.judged.size <= 2 * MAX_JUDGED_PER_FRAME) break;
      frame.judged.delete(oldest);
    }
    if (isChanged) await writeSession(judgedKey(tabId, frameId), [...frame.judged]);
  }

  /**
   * @param messageKey - null if unknown, as for a click: the message that asked last counts
   * @returns null if the href was not judged in this frame and message
   */
  async judged(
    tabId: number,
    frameId: number,
    href: string,
    messageKey: string | null,
  ): Promise<{ readonly sender: string | null } | null> {
    const [frame, key] = await Promise.all([this.#frame(tabId, frameId), this.#hashKey()]);
    const alone = hashOf(key, href);
    const sender = frame.judged.get(messageKey === null ? alone : inMessage(alone, hashOf(key, messageKey)));
    if (sender === undefined) return null;
    return { sender: sender === '' ? null : sender };
  }

  async hashOf(href: string): Promise<string> {
    return hashOf(await this.#hashKey(), href);
  }

  async shownMessages(tabId: number): Promise<ReadonlySet<string>> {
    const reports = await this.reports(tabId);
    return new Set(reports.flatMap(({ report }) => report.messageKeys));
  }

  async rememberReport(tabId: number, frameId: number, report: ReportFrame): Promise<void> {
    const frame = await this.#frame(tabId, frameId);
    frame.report = report;
    await this.#writeFrame(tabId, frameId, frame);
    if (isEmpty(report)) await this.#forgetEmpty(tabId);
  }

  /**
   * Webmails may open each message in a new frame. Ids of closed frames never return, so their records would fill
   * session storage (10 MB). A dropped frame that still exists asks again.
   */
  async #forgetEmpty(tabId: number): Promise<void> {
    const empty = (await this.reports(tabId)).filter(
      ({ frameId, report }) => frameId !== 0 && isEmpty(report),
    );
    if (empty.length <= MAX_EMPTY_FRAMES) return;
    const ids = empty.map(({ frameId }) => frameId).sort((a, b) => a - b);
    for (const id of ids.slice(0, -MAX_EMPTY_FRAMES)) {
      this.#frames.delete(`${tabId}:${id}`);
      await removeFromSession([frameKey(tabId, id), judgedKey(tabId, id)]);
    }
  }

  async forgetReports(tabId: number): Promise<boolean> {
    const reports = await this.reports(tabId);
    for (const { frameId } of reports) {
      const frame = await this.#frame(tabId, frameId);
      frame.report = null;
      await this.#writeFrame(tabId, frameId, frame);
    }
    return reports.length > 0;
  }

  /** Call for a new top document: the reader has decided nothing in it. */
  async beginDocument(tabId: number): Promise<boolean> {
    const stored = await sessionKeys([framePrefix(tabId), `${JUDGED}${tabId}:`]);
    const others = stored.filter((key) => key !== frameKey(tabId, 0) && key !== judgedKey(tabId, 0));
    for (const key of this.#frames.keys()) {
      if (key.startsWith(`${tabId}:`) && key !== `${tabId}:0`) this.#frames.delete(key);
    }
    await removeFromSession(others);
    const frame = await this.#frame(tabId, 0);
    frame.ruleIds = [];
    frame.correctionIds = [];
    frame.report = null;
    await this.#writeFrame(tabId, 0, frame);
    return others.length > 0;
  }

  async rememberRule(tabId: number, frameId: number, ruleId: string): Promise<void> {
    const frame = await this.#frame(tabId, frameId);
    frame.ruleIds = withLatest(frame.ruleIds, ruleId);
    await this.#writeFrame(tabId, frameId, frame);
  }

  async rememberCorrection(tabId: number, frameId: number, correctionId: string): Promise<void> {
    const frame = await this.#frame(tabId, frameId);
    frame.correctionIds = withLatest(frame.correctionIds, correctionId);
    await this.#writeFrame(tabId, frameId, frame);
  }

  async reports(
    tabId: number,
  ): Promise<readonly { readonly frameId: number; readonly report: ReportFrame }[]> {
    const stored = await sessionKeys([framePrefix(tabId)]);
    const frameIds = new Set(stored.map((key) => Number(key.slice(framePrefix(tabId).length))));
    const found: { frameId: number; report: ReportFrame }[] = [];
    for (const frameId of frameIds) {
      const { report } = await this.#frame(tabId, frameId);
      if (report !== null) found.push({ frameId, report });
    }
    return found;
  }

  async tabs(): Promise<readonly number[]> {
    const keys = await sessionKeys([FRAME, JUDGED]);
    return [...new Set(keys.map((key) => Number(key.split(':')[1])))];
  }

  /** Call when the tab shows another document. */
  async forgetTab(tabId: number): Promise<boolean> {
    for (const key of this.#frames.keys()) {
      if (key.startsWith(`${tabId}:`)) this.#frames.delete(key);
    }
    const keys = await sessionKeys([framePrefix(tabId), `${JUDGED}${tabId}:`]);
    await removeFromSession(keys);
    return keys.length > 0;
  }

  #frame(tabId: number, frameId: number): Promise<Frame> {
    const key = `${tabId}:${frameId}`;
    const known = this.#frames.get(key);
    if (known !== undefined) return known;
    const reading = readFrame(tabId, frameId);
    this.#frames.set(key, reading);
    return reading;
  }

  async #writeFrame(
    tabId: number,
    frameId: number,
    { report, ruleIds, correctionIds }: Frame,
  ): Promise<void> {
    await writeSession(frameKey(tabId, frameId), { report, ruleIds, correctionIds });
  }

  #hashKey(): Promise<Uint8Array> {
    this.#key ??= readOrMakeKey();
    return this.#key;
  }
}

function isEmpty({ messages, links, elsewhere, notes }: ReportFrame): boolean {
  return messages === 0 && links === 0 && elsewhere === 0 && notes.length === 0;
}

const FRAME = 'frame:';
const JUDGED = 'judged:';
const HASH_KEY = 'judged-key';

const framePrefix = (tabId: number): string => `${FRAME}${tabId}:`;
const frameKey = (tabId: number, frameId: number): string => `${FRAME}${tabId}:${frameId}`;
const judgedKey = (tabId: number, frameId: number): string => `${JUDGED}${tabId}:${frameId}`;

/** Not parsed: written only here, for this session. */
async function readFrame(tabId: number, frameId: number): Promise<Frame> {
  const [stored, judged] = await Promise.all([
    readSession(frameKey(tabId, frameId)),
    readSession(judgedKey(tabId, frameId)),
  ]);
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  const frame = stored as Omit<Frame, 'judged'> | undefined;
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  const entries = judged as readonly (readonly [string, string])[] | undefined;
  return {
    report: frame?.report ?? null,
    ruleIds: frame?.ruleIds ?? [],
    correctionIds: frame?.correctionIds ?? [],
    judged: new Map(entries),
  };
}

/** Two corrections of one subject share an id, so the earlier is dropped. */
function withLatest(ids: readonly string[], id: string): readonly string[] {
  return [...ids.filter((each) => each !== id), id].slice(-MAX_UNDONE_PER_FRAME);
}

async function readOrMakeKey(): Promise<Uint8Array> {
  const stored = await readSession(HASH_KEY);
  if (Array.isArray(stored)) return Uint8Array.from(stored, Number);
  const key = crypto.getRandomValues(new Uint8Array(8));
  await writeSession(HASH_KEY, [...key]);
  return key;
}

function hashOf(key: Uint8Array, text: string): string {
  const { high, low } = halfSipHash(key, new TextEncoder().encode(text));
  return `${high.toString(36)}.${low.toString(36)}`;
}

/** Both are hashes. */
const inMessage = (href: string, message: string): string => `${href} ${message}`;
