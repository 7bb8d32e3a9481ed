/** Chrome only. */
export function wantsToSaveData(): boolean {
  return 'connection' in navigator && isSaving(navigator.connection);
}

function isSaving(connection: unknown): boolean {
  return (
    typeof connection === 'object' &&
    connection !== null &&
    'saveData' in connection &&
    connection.saveData === true
  );
}
