/**
 * The link that writes to an address, as a sender is looked up.
 *
 * @param address - `user@host`, as `canonicalAddress` gives it
 */
export function mailtoOf(address: string): string {
  const at = address.lastIndexOf('@');
  // What would end the address in a link.
  const user = address.slice(0, at).replaceAll(/[%?#]/g, encodeURIComponent);
  return `mailto:${user}@${address.slice(at + 1)}`;
}
