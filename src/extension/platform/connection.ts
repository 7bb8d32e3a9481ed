/** False outside Chromium, which alone reports it. */
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
