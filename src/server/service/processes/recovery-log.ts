/** A trouble that is over has to stay over for this long before the log says so. Milliseconds. */
export const STEADY_MS = 10_000;

/**
 * Trouble that comes and goes, in the log: at once when it begins or changes, and that it is over once it has been for
 * `STEADY_MS`. One damaged row is met by some requests and not by others, and would otherwise be told of at each.
 */
export class RecoveryLog {
  readonly #onTrouble: (process: number, message: string) => void;
  readonly #onOver: (process: number) => void;
  readonly #told = new Map<number, { readonly message: string; over: NodeJS.Timeout | null }>();

  constructor(onTrouble: (process: number, message: string) => void, onOver: (process: number) => void) {
    this.#onTrouble = onTrouble;
    this.#onOver = onOver;
  }

  /** @param message - empty if there is none any more */
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
      // The service may end meanwhile.
      told.over.unref();
      return;
    }
    if (told?.message === message) return;
    this.#told.set(process, { message, over: null });
    this.#onTrouble(process, message);
  }
}
