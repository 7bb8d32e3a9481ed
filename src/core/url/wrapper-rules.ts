/** PLAN: the table is being written; the function is settled. */
export function wrapperOf(host: string): string | null {
  return host.endsWith('.safelinks.protection.outlook.com') ? 'safe-links' : null;
}
