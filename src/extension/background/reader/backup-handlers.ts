import type { PageHandlersOf } from '../../platform/message-bus.ts';
import type { BACKUP_REQUESTS } from '../../protocol/backup-messages.ts';
import { assertFromOptions } from '../realm/assert-from-options.ts';
import type { Backup } from './backup.ts';

export function backupHandlers(backup: Backup): PageHandlersOf<typeof BACKUP_REQUESTS> {
  return {
    'export-private-data': async (_request, caller) => {
      assertFromOptions(caller);
      const written = await backup.exportText();
      return written.ok ? { text: written.value } : { refused: written.failure };
    },
    'preview-import': async ({ text }, caller) => {
      assertFromOptions(caller);
      const preview = await backup.preview(text);
      return preview.ok ? preview.value : { refused: preview.failure };
    },
    'import-private-data': async ({ text }, caller) => {
      assertFromOptions(caller);
      const read = await backup.importText(text);
      return read.ok ? read.value : { refused: read.failure };
    },
    'undo-import': async ({ imported }, caller) => {
      assertFromOptions(caller);
      return { undone: await backup.undo(imported) };
    },
  };
}
