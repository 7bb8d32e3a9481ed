import type { MessageKey } from '../../platform/texts.ts';
import type { BackupRefusal } from '../../protocol/backup-messages.ts';
import { el } from '../element.ts';
import { outside } from '../outside.ts';
import type { PageContext } from '../page-context.ts';
import type { Sentence } from '../status-sentences.ts';
import { unlessLocked } from '../unless-locked.ts';
import { filePicker } from './file-picker.ts';

export interface BackupState {
  readonly said: Sentence;
  readonly canUndo: boolean;
  /** Of channels that the file names and that are not here. They are never added unseen. */
  readonly channelTexts: readonly string[];
  /** The same for public lists. */
  readonly listUrls: readonly string[];
}

export interface BackupActions {
  readonly exportAll: () => void;
  readonly importFile: (file: File) => void;
  readonly undo: () => void;
}

export const BACKUP_REFUSALS: Readonly<Record<BackupRefusal, MessageKey>> = {
  'not-a-backup': 'backupRefusal_not_a_backup',
  'newer-version': 'backupRefusal_newer_version',
  'too-many': 'refusal_too_many',
  'not-stored': 'refusal_not_stored',
  'set-by-administrator': 'refusal_administrator',
};

/** Everything that is the reader's own, in one file, and back. */
export function backupView(
  state: BackupState,
  actions: BackupActions,
  context: PageContext,
): readonly Node[] {
  const { texts } = context;
  return [
    el(
      'div',
      { className: 'actions' },
      el(
        'button',
        { type: 'button', id: 'backup-export', onclick: actions.exportAll },
        texts.text('backup_export'),
      ),
    ),
    unlessLocked(
      ['import', 'trust'],
      el(
        'div',
        { className: 'actions' },
        filePicker('backup-import', texts.text('backup_import'), actions.importFile),
      ),
      context,
    ),
    el(
      'p',
      { className: 'said', role: 'status' },
      ...state.said,
      ...(state.canUndo
        ? [
            ' ',
            el(
              'button',
              { type: 'button', id: 'backup-undo', className: 'quiet', onclick: actions.undo },
              texts.text('undo'),
            ),
          ]
        : []),
    ),
    ...notHere(state.channelTexts, texts.count('backup_channels', state.channelTexts.length)),
    ...notHere(state.listUrls, texts.count('backup_lists', state.listUrls.length)),
  ];
}

/** Texts that the reader may copy into a form; nothing else puts them there. */
function notHere(copied: readonly string[], says: string): readonly Node[] {
  if (copied.length === 0) return [];
  return [
    el(
      'div',
      { className: 'card form' },
      el('p', {}, says),
      ...copied.map((text) => el('pre', { className: 'fingerprint' }, outsideLines(text))),
    ),
  ];
}

/** Each line on its own, so that the text can be copied as it is. */
function outsideLines(text: string): DocumentFragment {
  const lines = new DocumentFragment();
  for (const line of text.split('\n')) lines.append(outside(line), '\n');
  return lines;
}
