/**
 * What the lookup benchmarks look up, made from a seed: a list of hosts, and mail pages full of links of which none
 * is listed. No Node and no browser in here: the same module runs in both.
 */

/** One link, taken apart as `readLink` does it, for the largest number of lookup keys there is: 5 × 6. */
export interface BenchLayer {
  readonly hosts: readonly string[];
  readonly paths: readonly string[];
  readonly pairs: readonly (readonly [number, number])[];
  readonly addresses: readonly string[];
}

/** mulberry32. */
export function wordsFrom(seed: number): () => number {
  let state = seed | 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return (t ^ (t >>> 14)) >>> 0;
  };
}

const LETTERS = 'etaoinshrdlcumwfgypbvkjxqz0123456789';

function label(word: () => number, least: number, most: number): string {
  const length = least + (word() % (most - least + 1));
  let text = '';
  for (let index = 0; index < length; index++) text += LETTERS[word() % LETTERS.length] ?? '';
  return text;
}

/** `count` host names of 15 to 30 characters, none twice: three labels, as most phishing hosts have. */
export function listedHosts(count: number): readonly string[] {
  const word = wordsFrom(1);
  const endings = ['com', 'net', 'org', 'info', 'shop', 'top'];
  return Array.from(
    { length: count },
    (_, index) =>
      `${label(word, 3, 6)}.${label(word, 6, 12)}${index.toString(36)}.${endings[word() % endings.length] ?? ''}`,
  );
}

/**
 * The links of one page: five hosts and six paths each, 80 characters on average, parents and prefixes as slices of
 * the whole, as `readLink` gives them. Every page has other links, and every string is a new one, as those of a mail
 * are: engines keep the hash of a string that they have seen.
 */
export function pageOf(linkCount: number, seed: number): readonly BenchLayer[] {
  const word = wordsFrom(seed);
  return Array.from({ length: linkCount }, () => {
    const labels = [2, 2, 2, 2, 6].map((least) => label(word, least, least + 5));
    const host = [...labels, 'example'].join('.');
    const hosts = [host];
    for (let dot = host.indexOf('.'); hosts.length < 5; dot = host.indexOf('.', dot + 1)) {
      hosts.push(host.slice(dot + 1));
    }
    const folders = Array.from({ length: 4 }, () => label(word, 3, 9));
    const query = `${label(word, 5, 12)}=${label(word, 8, 20)}`;
    const whole = ['', ...folders, `${label(word, 4, 10)}.html?${query}`].join('/');
    const path = whole.slice(0, whole.indexOf('?'));
    const paths = [whole, path];
    for (let slash = 0; paths.length < 6; slash = path.indexOf('/', slash + 1))
      paths.push(path.slice(0, slash + 1));
    return {
      hosts,
      paths,
      pairs: hosts.flatMap((_, hostIndex) => paths.map((__, pathIndex) => [hostIndex, pathIndex] as const)),
      addresses: [],
    };
  });
}

/** The middle value; of an even number the lower of the two. */
export function medianOf(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor((values.length - 1) / 2)] ?? Number.NaN;
}
