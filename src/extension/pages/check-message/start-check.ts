/** One file, because all actions change one state. */
import { serversOf } from '../../../core/mail/head/own-server.ts';
import type { CodeWorker } from '../../platform/code-worker.ts';
import type { MailToRead, MailWorker } from '../../platform/mail-worker.ts';
import type { MessageKey, Texts } from '../../platform/texts/texts.ts';
import type { CorrectionKind, CorrectionRefusal } from '../../protocol/evidence-messages.ts';
import type { FirstAidAbout } from '../../protocol/first-aid-messages.ts';
import { NOTHING_ADMINISTERED } from '../../protocol/policy-messages.ts';
import type { CurrentPreferences } from '../../protocol/preference-messages.ts';
import { answerOrNull, FAILED_OUTCOME_TEXTS, outcomeOf, run, latestOnly } from '../background-answers.ts';
import type { BackgroundLink } from '../background-link.ts';
import { Decisions } from '../decisions.tsx';
import { focusFirst } from '../focus-first.ts';
import { OTHER_SERVER } from '../mail-server.tsx';
import { outside } from '../outside.tsx';
import { pageContext, type PageContext } from '../page-context.ts';
import { redraw } from '../redraw.ts';
import type { Sentence } from '../status-sentences.ts';
import { checkOne, judge, senderFor } from './check-one.ts';
import {
  MAX_FILE_BYTES,
  MAX_MESSAGES,
  MAX_PASTED_LENGTH,
  type CheckActions,
  type CheckFailure,
  type CheckItem,
  type CheckProgress,
  type CheckState,
} from './check-state.ts';
import { checkView } from './check-view.tsx';
import { mailFromPaste } from './mail-from-paste.ts';

export interface CheckPage {
  readonly root: HTMLElement;
  readonly background: BackgroundLink;
  readonly texts: Texts;
  readonly preferences: CurrentPreferences | null;
  readonly now: () => number;
  readonly mailReader: Pick<MailWorker, 'read' | 'end'>;
  readonly codeReader: Pick<CodeWorker, 'read'>;
  readonly openFirstAid: (about: FirstAidAbout) => void;
  readonly onLanguage: () => void;
}

/** Links drawn at first. Each press of "Show more" adds four times as many. */
const LINKS_AT_ONCE = 50;

const CORRECTION_REFUSALS: Readonly<Record<CorrectionRefusal, MessageKey>> = {
  'unknown-message': 'card_correct_refused_nobody',
  'unknown-sender': 'card_correct_refused_nobody',
  'own-address': 'card_correct_refused_own',
  'shared-domain': 'card_correct_refused_shared',
  'too-many': 'card_refused_full',
  'too-fast': 'refusal_too_fast',
  'not-stored': 'refusal_not_stored',
  'set-by-administrator': 'refusal_administrator',
};

export function startCheck(page: CheckPage): void {
  const { root, background, texts, now, mailReader, codeReader } = page;
  const { ask } = background;
  let state: CheckState = {
    items: [],
    checked: [],
    channels: null,
    preferences: page.preferences,
    isDragging: false,
    trusting: null,
    isTypingServer: false,
    refusedServer: false,
    said: [],
    undo: null,
    textKey: 0,
  };
  /** Contents to be read, or kept for a retry. */
  const contents = new Map<number, File | MailToRead>();
  let nextId = 1;
  let stopping = new AbortController();
  let isRunning = false;

  const context = (): PageContext =>
    pageContext(texts, now(), state.preferences?.administered ?? NOTHING_ADMINISTERED);
  const mailServer = (): string | null => state.preferences?.mailServer ?? null;

  function draw(): void {
    redraw(root, checkView(state, actions, context()));
  }

  function change(next: Partial<CheckState>): void {
    state = { ...state, ...next };
    draw();
  }

  function say(said: Sentence, undo: (() => void) | null = null): void {
    change({ said, undo, checked: [] });
  }

  const decisions = new Decisions({
    ask,
    context,
    say: (said, undo = null) => say(said, undo === null ? null : () => run(() => decisions.undo(undo))),
    closeForm: () => change({ trusting: null }),
    load: () => judgeAgain(),
    focus: ['undo', 'clear', 'files'],
  });

  function changeItem(id: number, next: Partial<CheckItem>): void {
    change({ items: state.items.map((item) => (item.id === id ? { ...item, ...next } : item)) });
  }

  function add(some: readonly (File | MailToRead)[]): void {
    const room = Math.max(0, MAX_MESSAGES - state.items.length);
    const taken = some.slice(0, room);
    const items = taken.map((content): CheckItem => {
      const id = nextId++;
      contents.set(id, content);
      const bytes = content instanceof File ? content.size : content.content.length;
      return { id, name: content.name, bytes, progress: { kind: 'waiting' }, shownLinks: LINKS_AT_ONCE };
    });
    const left = some.length - taken.length;
    change({
      items: [...items, ...state.items],
      checked: [],
      said: left === 0 ? [] : [texts.count('check_not_taken', left, MAX_MESSAGES)],
      undo: null,
    });
    run(checkAll);
  }

  /** Sequential: parallel checks would only slow each other down. */
  async function checkAll(): Promise<void> {
    if (isRunning) return;
    isRunning = true;
    const { signal } = stopping;
    const checked: number[] = [];
    for (;;) {
      const next = state.items.find(({ progress }) => progress.kind === 'waiting');
      if (next === undefined) break;
      checked.push(next.id);
      const outcome = await checkItem(next.id, signal);
      // The item already counts as stopped, and may have been restarted.
      if (signal.aborted) return;
      const progress: CheckProgress =
        typeof outcome === 'string'
          ? { kind: 'failed', because: outcome }
          : { kind: 'done', message: outcome };
      if (outcome !== 'stopped' && outcome !== 'no-answer' && outcome !== 'gone') contents.delete(next.id);
      changeItem(next.id, { progress });
    }
    isRunning = false;
    change({ checked });
  }

  async function checkItem(id: number, signal: AbortSignal): ReturnType<typeof checkOne> {
    const content = contents.get(id);
    if (content === undefined) return 'gone';
    const mail = content instanceof File ? await read(content) : copyOf(content);
    if (signal.aborted) return 'stopped';
    if (typeof mail === 'string') return mail;
    return checkOne(mail, { ask, mailReader, codeReader, mailServer }, signal, (progress) => {
      if (!signal.aborted) changeItem(id, { progress });
    });
  }

  /** After changes of rules, lists or the mail server. The old result stays visible meanwhile. */
  const judgeAgain = oneAtATime(async () => {
    for (const { id, progress } of state.items) {
      if (progress.kind !== 'done') continue;
      const { mail, codes } = progress.message;
      const { signal } = new AbortController();
      const answer = await judge(mail, codes, { ask, mailServer }, signal, () => undefined);
      const item = state.items.find((each) => each.id === id);
      // The item was cleared meanwhile, or the background is unreachable.
      if (item?.progress.kind !== 'done' || typeof answer === 'string') continue;
      changeItem(id, { progress: { kind: 'done', message: { ...item.progress.message, ...answer } } });
    }
  });

  const load = latestOnly(
    () =>
      Promise.all([
        answerOrNull(ask({ type: 'get-status' })),
        answerOrNull(ask({ type: 'get-preferences' })),
      ] as const),
    ([status, preferences]) => {
      if (
        preferences !== null &&
        state.preferences !== null &&
        preferences.language !== state.preferences.language
      )
        page.onLanguage();
      change({
        channels: status?.channels ?? state.channels,
        preferences: preferences ?? state.preferences,
      });
    },
  );

  const actions: CheckActions = {
    addFiles: add,
    addText: (text) => {
      if (text.trim() === '') return say([texts.text('check_no_text')]);
      if (text.length > MAX_PASTED_LENGTH) return say([texts.text('check_text_too_long', MAX_PASTED_LENGTH)]);
      change({ textKey: state.textKey + 1 });
      add([mailFromPaste(text)]);
    },
    stop: () => {
      stopping.abort();
      mailReader.end();
      stopping = new AbortController();
      isRunning = false;
      const isOver = ({ kind }: CheckProgress): boolean => kind === 'done' || kind === 'failed';
      change({
        items: state.items.map((item) =>
          isOver(item.progress) ? item : { ...item, progress: { kind: 'failed', because: 'stopped' } },
        ),
      });
      say([texts.text('check_stopped')]);
      focusFirst('files', 'clear');
    },
    clear: () => {
      const { items } = state;
      change({ items: [], trusting: null });
      say([texts.text('check_cleared')], () => {
        change({ items: [...state.items, ...items].slice(0, MAX_MESSAGES), said: [], undo: null });
        focusFirst('clear');
      });
      focusFirst('undo');
    },
    checkAgain: (id) => {
      changeItem(id, { progress: { kind: 'waiting' } });
      run(checkAll);
    },
    showMoreLinks: (id) => {
      const item = state.items.find((each) => each.id === id);
      if (item === undefined) return;
      const before = item.shownLinks;
      changeItem(id, { shownLinks: before + LINKS_AT_ONCE * 4 });
      focusFirst(`link-${id}-${before}`);
    },
    flaggedIn: (id) => ({
      askTrust: (group) => {
        const before = state.trusting;
        change({ trusting: group === null ? null : { item: id, group } });
        if (group !== null) root.querySelector<HTMLElement>('.trust select')?.focus();
        else if (before !== null)
          focusFirst(root.querySelector(`[data-key="${CSS.escape(before.group)}"] button[aria-expanded]`));
      },
      trust: (subject, forSeconds) => run(() => decisions.add('trust', subject, forSeconds)),
      block: (subject) => run(() => decisions.add('block', subject, null)),
      unblock: (blocked) => run(() => decisions.unblock(blocked)),
      show: null,
      trustOnce: null,
    }),
    correct: (id, correction) => run(() => correct(id, correction)),
    openFirstAid: page.openFirstAid,
    chooseServer: (choice) => {
      if (choice === OTHER_SERVER) {
        change({ isTypingServer: true, refusedServer: false });
        return focusFirst('mail-server-name');
      }
      saveServer(choice === '' ? null : choice);
    },
    typeServer: (typed) => {
      const [server] = serversOf(typed) ?? [];
      if (server === undefined) {
        change({ refusedServer: true });
        return focusFirst('mail-server-name');
      }
      saveServer(typed.trim().toLowerCase());
    },
  };

  function saveServer(choice: string | null): void {
    const before = state.preferences;
    if (before === null) return say([texts.text('unanswered_title')]);
    run(async () => {
      const asked = ask({ type: 'set-preferences', preferences: { ...before, mailServer: choice } });
      const outcome = await outcomeOf(asked);
      if (outcome !== 'done') return say([texts.text(FAILED_OUTCOME_TEXTS[outcome])]);
      change({
        preferences: { ...before, mailServer: choice },
        isTypingServer: false,
        refusedServer: false,
      });
      say([texts.text('mailServer_saved')], () => saveServer(before.mailServer));
      await judgeAgain();
      focusFirst('mail-server');
    });
  }

  async function correct(id: number, correction: CorrectionKind): Promise<void> {
    const item = state.items.find((each) => each.id === id);
    if (item?.progress.kind !== 'done') return;
    const { mail } = item.progress.message;
    const answer = await answerOrNull(
      ask({
        type: 'correct-mail',
        ...senderFor(mail, mailServer()),
        facts: mail.facts,
        links: mail.links,
        correction,
        scope: 'address',
      }),
    );
    if (answer === null) return say([texts.text('unanswered_title')]);
    if ('refused' in answer) return say([texts.text(CORRECTION_REFUSALS[answer.refused])]);
    const { correctionId, scope, subject } = answer;
    const key =
      correction === 'fine' ? 'card_fine_done' : scope === 'site' ? 'card_spam_done_site' : 'card_spam_done';
    const undo = { kind: 'uncorrect', correctionId } as const;
    say(texts.pieces(key, outside(subject)), () => run(() => decisions.undo(undo)));
    await judgeAgain();
    focusFirst('undo');
  }

  background.onBroadcast((what) => {
    if (what !== 'rules' && what !== 'status' && what !== 'preferences') return;
    run(async () => {
      const before = listsIn(state);
      await load();
      // Download progress changes no verdict, and arrives several times a second.
      if (what !== 'status' || listsIn(state) !== before) await judgeAgain();
    });
  });
  takeDrops({ ...actions, onDragging: (isDragging) => change({ isDragging }) });
  draw();
  run(load);
}

/** The whole page accepts drops: otherwise the browser would open the file. */
function takeDrops({
  onDragging,
  addFiles,
  addText,
}: Pick<CheckActions, 'addFiles' | 'addText'> & {
  readonly onDragging: (isDragging: boolean) => void;
}): void {
  let isDragging = false;
  const set = (next: boolean): void => {
    if (next !== isDragging) onDragging(next);
    isDragging = next;
  };
  document.addEventListener('dragover', (event) => {
    event.preventDefault();
    set(true);
  });
  document.addEventListener('dragleave', ({ relatedTarget }) => {
    if (relatedTarget === null) set(false);
  });
  document.addEventListener('drop', (event) => {
    event.preventDefault();
    set(false);
    const files = [...(event.dataTransfer?.files ?? [])];
    const text = event.dataTransfer?.getData('text/plain') ?? '';
    if (files.length > 0) addFiles(files);
    else addText(text);
  });
  document.addEventListener('paste', (event) => {
    const files = [...(event.clipboardData?.files ?? [])];
    if (files.length === 0) return;
    event.preventDefault();
    addFiles(files);
  });
}

function listsIn({ channels }: Pick<CheckState, 'channels'>): string {
  return JSON.stringify((channels ?? []).map((list) => ({ ...list, activity: null })));
}

/** Calls during a run share one run after it. */
function oneAtATime(work: () => Promise<void>): () => Promise<void> {
  let running: Promise<void> | null = null;
  let next: Promise<void> | null = null;
  const start = (): Promise<void> => {
    running = work().finally(() => {
      running = null;
    });
    return running;
  };
  return () => {
    if (running === null) return start();
    // The running work's caller handles its failure.
    next ??= running
      .catch(() => undefined)
      .then(() => {
        next = null;
        return start();
      });
    return next;
  };
}

async function read(file: File): Promise<MailToRead | CheckFailure> {
  if (file.size > MAX_FILE_BYTES) return 'too-large';
  if (file.size === 0) return 'empty';
  if (/\.msg$/i.test(file.name)) return 'outlook-file';
  try {
    return { name: file.name, type: file.type, content: new Uint8Array(await file.arrayBuffer()) };
  } catch (error) {
    if (error instanceof DOMException) return 'gone';
    throw error;
  }
}

/** The worker takes ownership of the bytes, which a retry needs. */
function copyOf({ name, type, content }: MailToRead): MailToRead {
  return { name, type, content: content.slice() };
}
