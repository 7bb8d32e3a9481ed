/** How long a recovery must last before it is logged. */
export const STEADY_MS = 10_000;

/**
 * Debounces trouble in the log: logs its start and changes at once, its end after `STEADY_MS`. Otherwise a damaged row,
 * which fails only some requests, would log each of them.
 */
export class RecoveryLog {
  readonly #onTrouble: (process: number, message: string) => void;
  readonly #onOver: (process: number) => void;
  readonly #told = new Map<number, { readonly message: string; over: NodeJS.Timeout | null }>();

  constructor(onTrouble: (process: number, message: string) => void, onOver: (process: number) => void) {
    this.#onTrouble = onTrouble;
    this.#onOver = onOver;
  }

  /** @param message - empty: no trouble */
  say(process: number, message: string): void {
    const told = this.#told.get(process);
    if (told !== undefined && told.over !== null) {
      clearTimeout(told.over);
      told.over = null;
    }
    if (message === '') {
      if (told === undefined) return;
      told.over = setTimeout(() => {
        this.#told.delete(process);
        this.#onOver(process);
      }, STEADY_MS);
      told.over.unref();
      return;
    }
    if (told?.message === message) return;
    this.#told.set(process, { message, over: null });
    this.#onTrouble(process, message);
  }
}
