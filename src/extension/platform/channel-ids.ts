/** Prefixes of stored ids tell where a channel comes from. */
const ADDED = 'added:';
const LIST = 'list:';

export function addedChannelId(url: string): string {
  return `${ADDED}${url}`;
}

export function newListId(): string {
  return `${LIST}${crypto.randomUUID()}`;
}

export function isDeviceList(id: string): boolean {
  return id.startsWith(LIST);
}

/** An administrator's channel, or the default one. */
export function isPolicyChannel(id: string): boolean {
  return id.startsWith('managed:') || id.startsWith('default:');
}

export function isRemovable(id: string): boolean {
  return id.startsWith(ADDED) || isDeviceList(id);
}
