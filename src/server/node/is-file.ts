import { stat } from 'node:fs/promises';

/** False too if it cannot be looked at. */
export async function isFile(path: string): Promise<boolean> {
  return stat(path).then(
    (found) => found.isFile(),
    () => false,
  );
}
