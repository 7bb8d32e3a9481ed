import { bytesText, durationText } from './numbers.ts';

const REDRAW_MS = 100;
const BAR_CHARACTERS = 24;

/**
 * Progress on one redrawn line. Writes no bars if standard error is not a terminal, to keep logs of scheduled jobs
 * short.
 */
export class Progress {
  readonly #isShown: boolean;
  readonly #startedAt = performance.now();
  #drawnAt = 0;
  #isDirty = false;

  constructor(isShown = process.stderr.isTTY) {
    this.#isShown = isShown;
  }

  /** @param total - 0 if unknown */
  bytes(what: string, done: number, total: number): void {
    if (!this.#isDue()) return;
    const share = total > 0 ? Math.min(1, done / total) : 0;
    const full = Math.round(share * BAR_CHARACTERS);
    const bar = total > 0 ? `[${'█'.repeat(full)}${'·'.repeat(BAR_CHARACTERS - full)}] ` : '';
    const of = total > 0 ? ` of ${bytesText(total)}` : '';
    this.#draw(
      `${bar}${what}: ${bytesText(done)}${of}, ${durationText(performance.now() - this.#startedAt)}`,
    );
  }

  step(what: string): void {
    if (this.#isShown) this.#draw(`${what} …`);
  }

  say(sentence: string): void {
    this.clear();
    process.stderr.write(`${sentence}\n`);
  }

  clear(): void {
    if (this.#isDirty) process.stderr.write('\r\u001b[2K');
    this.#isDirty = false;
  }

  #isDue(): boolean {
    if (!this.#isShown) return false;
    const now = performance.now();
    if (now - this.#drawnAt < REDRAW_MS) return false;
    this.#drawnAt = now;
    return true;
  }

  #draw(text: string): void {
    process.stderr.write(`\r\u001b[2K${text.slice(0, Math.max(20, (process.stderr.columns ?? 80) - 1))}`);
    this.#isDirty = true;
  }
}
