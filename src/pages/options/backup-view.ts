import type { MessageKey } from '../../platform/texts.ts';
import type { BackupRefusal } from '../../protocol/messages.ts';
import { el } from '../element.ts';
import type { PageContext } from '../page-context.ts';
import type { Sentence } from '../status-sentences.ts';
import { filePicker } from './file-picker.ts';

export interface BackupState {
  readonly said: Sentence;
  readonly canUndo: boolean;
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
};

/** Everything that is the reader's own, in one file, and back. */
export function backupView(
  state: BackupState,
  actions: BackupActions,
  { texts }: PageContext,
): readonly Node[] {
  return [
    el(
      'div',
      { className: 'actions' },
      el(
        'button',
        { type: 'button', id: 'backup-export', onclick: actions.exportAll },
        texts.text('backup_export'),
      ),
      filePicker('backup-import', texts.text('backup_import'), actions.importFile),
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
  ];
}
