import { MAIL_PROVIDERS } from '../../../../core/mail/head/own-server.ts';
import { LANGUAGE_NAMES, LANGUAGE_TAGS, LANGUAGES, type MessageKey } from '../../../platform/texts/texts.ts';
import type { BackupPreview, BackupRefusal } from '../../../protocol/backup-messages.ts';
import type { Preferences } from '../../../protocol/preference-messages.ts';
import { type Child, el } from '../../element.ts';
import { outside } from '../../outside.tsx';
import type { PageContext } from '../../page-context.ts';
import { statusLine, type StatusUndo } from '../../status-line.tsx';
import type { Sentence } from '../../status-sentences.ts';
import { unlessLocked } from '../../unless-locked.tsx';
import { filePicker } from '../parts/file-picker.tsx';
import { contradictedSentences } from '../parts/imported-sentence.tsx';

export interface BackupState {
  readonly said: Sentence;
  /** What the chosen file would change; null unless it awaits confirmation. */
  readonly preview: BackupPreview | null;
  /** The import that can be undone: `this` is the one that `said` reports; null if none. */
  readonly undo: 'this' | 'earlier' | null;
  /** The file's channels that this browser lacks. Never added automatically. */
  readonly channelTexts: readonly string[];
  /** The file's public lists that this browser lacks. */
  readonly listUrls: readonly string[];
}

export interface BackupActions {
  readonly exportAll: () => void;
  readonly importFile: (file: File) => void;
  readonly takeOver: () => void;
  readonly leave: () => void;
  readonly undo: () => void;
}

export const BACKUP_REFUSALS: Readonly<Record<BackupRefusal, MessageKey>> = {
  'not-a-backup': 'backupRefusal_not_a_backup',
  'newer-version': 'backupRefusal_newer_version',
  'too-many': 'refusal_too_many',
  'not-stored': 'refusal_not_stored',
  'set-by-administrator': 'refusal_administrator',
};

export function backupView(state: BackupState, actions: BackupActions, context: PageContext): Child {
  const { texts } = context;
  return [
    <div className="actions">
      <button type="button" id="backup-export" onclick={actions.exportAll}>
        {texts.text('backup_export')}
      </button>
    </div>,
    unlessLocked(
      ['import', 'trust'],
      <div className="actions">
        {filePicker('backup-import', texts.text('backup_import'), actions.importFile)}
      </div>,
      context,
    ),
    statusLine(state.said, undoOf(state.undo, actions, context), context),
    state.preview !== null && previewCard(state.preview, actions, context),
    notHere(state.channelTexts, texts.count('backup_channels', state.channelTexts.length)),
    notHere(state.listUrls, texts.count('backup_lists', state.listUrls.length)),
  ];
}

function undoOf(
  undo: BackupState['undo'],
  actions: BackupActions,
  { texts }: PageContext,
): StatusUndo | null {
  if (undo === null) return null;
  const name = texts.text(undo === 'this' ? 'undo' : 'backup_undo_earlier');
  return { id: 'backup-undo', run: actions.undo, name };
}

function previewCard(
  { trust, block, contradicted, impossible, days, preferences }: BackupPreview,
  actions: BackupActions,
  context: PageContext,
): HTMLElement {
  const { texts } = context;
  const changes = [
    trust > 0 ? texts.count('backup_adds_trust', trust) : null,
    block > 0 ? texts.count('backup_adds_block', block) : null,
    days > 0 ? texts.count('imported_days', days) : null,
    ...(preferences === null ? [] : choicesIn(preferences, texts)),
  ].filter((change) => change !== null);
  return (
    <div className="card form" id="backup-preview">
      <p>{texts.text('backup_would_change')}</p>
      <ul>
        {changes.map((change) => (
          <li>{change}</li>
        ))}
      </ul>
      {contradictedSentences(contradicted, context).map((sentence) => (
        <p>{sentence}</p>
      ))}
      {impossible > 0 && <p>{texts.count('backup_impossible', impossible)}</p>}
      <p className="actions">
        <button type="button" id="backup-take-over" className="primary" onclick={actions.takeOver}>
          {texts.text('backup_take_over')}
        </button>
        <button type="button" className="quiet" onclick={actions.leave}>
          {texts.text('cancel')}
        </button>
      </p>
    </div>
  );
}

const AT_A_CLICK = { mark: 'click_mark', ask: 'click_ask', disable: 'click_disable' } as const;

function choicesIn(
  { onDanger, onCaution, language, saveData, rememberCorrespondents, mailServer }: Preferences,
  texts: PageContext['texts'],
): readonly string[] {
  const known = LANGUAGES.find((each) => LANGUAGE_TAGS[each] === language);
  const onOff = (isOn: boolean): string => texts.text(isOn ? 'backup_on' : 'backup_off');
  const choice = (name: string, value: string): string => texts.text('backup_choice', name, value);
  return [
    choice(texts.text('levels_danger'), texts.text(AT_A_CLICK[onDanger])),
    choice(texts.text('levels_caution'), texts.text(AT_A_CLICK[onCaution])),
    choice(
      texts.text('language_title'),
      known === undefined ? texts.text('language_of_browser') : LANGUAGE_NAMES[known],
    ),
    choice(texts.text('backup_save_data'), onOff(saveData)),
    choice(texts.text('remember_title'), onOff(rememberCorrespondents)),
    choice(
      texts.text('mailServer_label'),
      MAIL_PROVIDERS.find(({ id }) => id === mailServer)?.name ?? mailServer ?? texts.text('mailServer_none'),
    ),
  ];
}

function notHere(copied: readonly string[], says: string): Child {
  if (copied.length === 0) return null;
  return (
    <div className="card form">
      <p>{says}</p>
      {copied.map((text) => (
        <pre className="fingerprint">{outsideLines(text)}</pre>
      ))}
    </div>
  );
}

function outsideLines(text: string): DocumentFragment {
  const lines = new DocumentFragment();
  for (const line of text.split('\n')) lines.append(outside(line), '\n');
  return lines;
}
