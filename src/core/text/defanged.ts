/** Changes the address so that mail programs don't linkify it: `hxxps://bad[.]example`. */
export function defangedAddress(address: string): string {
  return address.replace(/^http/i, 'hxxp').replaceAll('.', '[.]');
}
