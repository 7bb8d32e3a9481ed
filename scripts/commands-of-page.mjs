/** An argument to fill in: `FILES`, `--keep=FOLDER`. */
const TO_FILL_IN = /^(?:--?[\w-]+=)?[A-Z]+(?:-[A-Z]+)*$/;

/**
 * Commands of a page, which are indented by four spaces. One whose arguments are all in a longer one is left to that.
 *
 * @param {string} markdown
 * @returns those that can run, and those that want an argument
 */
export function commandsOf(markdown) {
  const lines = [...new Set(markdown.split('\n').filter((line) => /^ {4}(?:npm|npx|spamlight) /.test(line)))];
  const commands = lines.map((line) => line.trim());
  const wanting = commands.filter((line) => line.split(' ').some((word) => TO_FILL_IN.test(word)));
  const complete = commands.filter((line) => !wanting.includes(line));
  const isPart = (/** @type {string} */ line, /** @type {string} */ of) =>
    line !== of && line.split(' ').every((word) => of.split(' ').includes(word));
  const runnable = complete.filter((line) => !complete.some((other) => isPart(line, other)));
  return { runnable, wanting };
}
