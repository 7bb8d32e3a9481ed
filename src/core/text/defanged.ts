/** An address or a host as those who report malware write it, so that nobody's mail program makes a link of it: `hxxps://bad[.]example`. */
export function defangedAddress(address: string): string {
  return address.replace(/^http/i, 'hxxp').replaceAll('.', '[.]');
}
