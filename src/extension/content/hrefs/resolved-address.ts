/** Characters that parsing keeps, after a lower-case, non-numeric host. */
const AS_IT_IS = /^https?:\/\/(?:[a-z\d-]+\.)+[a-z]+\/[\w!$%&()*+,\-./:;=?@~]*$/;

/** `/./`, `/../`, also escaped. */
const DOTS = /\/\.|\/%2e/i;

/**
 * True if parsing would not change it, as for most links in mail; much faster than the parser. False is inconclusive.
 */
export function isResolvedAddress(written: string): boolean {
  return AS_IT_IS.test(written) && !DOTS.test(written);
}
