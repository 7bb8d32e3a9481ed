/** How ids are made of what is stored under a channel: whose it is can be told from the id alone. */
const ADDED = 'added:';
const LIST = 'list:';

/** @param url - of a channel that the reader adds */
export function addedChannelId(url: string): string {
  return `${ADDED}${url}`;
}

export function newListId(): string {
  return `${LIST}${crypto.randomUUID()}`;
}

/** Whether a stored snapshot is a list compiled here, and not one that a channel has published. */
export function isDeviceList(id: string): boolean {
  return id.startsWith(LIST);
}

/** Whether a policy decides that it is there: an administrator's channel, or the default one. */
export function isPoliciesOwn(id: string): boolean {
  return id.startsWith('managed:') || id.startsWith('default:');
}

/** Whether the reader can remove it: a channel that they added, or a list compiled here. */
export function isReadersOwn(id: string): boolean {
  return id.startsWith(ADDED) || isDeviceList(id);
}
