/** Characters that parsing keeps, after a lower-case, non-numeric host. */
const AS_IT_IS = /^https?:\/\/(?:[a-z\d-]+\.)+[a-z]+\/[\w!$%&()*+,\-./:;=?@~]*$/;

/** `/./`, `/../`, also escaped. */
const DOTS = /\/\.|\/%2e/i;

/** Whether parsing would certainly change nothing, as for most links in mail. Much faster than the parser. */
export function isResolvedAddress(written: string): boolean {
  return AS_IT_IS.test(written) && !DOTS.test(written);
}
