/** Names of the folder of sent mail in webmails and mail servers. */
const NAME =
  /^(?:folder)?(?:all-?sent|sent(?:[ _-]?(?:items?|mail|messages?))?|gesendet(?:e[ _-]\p{L}+)?|envoy[eé]s|enviad[oa]s|(?:posta[ _-])?inviata|wys[lł]ane|отправленные|已发送|送信済み)$/u;

/**
 * Where an address names a folder: before a message in a path or fragment, or in a parameter for folders. An
 * attachment's name is at the end of a path, or in another parameter.
 */
const FOLDERS = [/#([^/?]+)/g, /\/([^/?#]+)(?=\/)/g, /(?:mbox|mailbox|folder|box)=(?:inbox[./])?([^&#]+)/g];

/** Yahoo's and AOL's has a number. */
const NUMBERED = /\/d\/folders\/2(?:\/|$)/;

/** A search term may look like a folder's name. */
const SEARCH = /[#/=?&](?:search|query|q)\b/;

/**
 * Whether the address of a webmail's page names the folder of sent mail. A message cannot influence it: the address is
 * the page's, and only the reader puts mail there.
 */
export function isSentFolder(address: string): boolean {
  let read = address;
  try {
    read = decodeURIComponent(address);
  } catch {
    // Escapes of another character set: use it undecoded.
  }
  const lower = read.toLowerCase();
  const folders = FOLDERS.flatMap((place) => [...lower.matchAll(place)].map(([, name = '']) => name));
  return (folders.some((name) => NAME.test(name)) || NUMBERED.test(lower)) && !SEARCH.test(lower);
}
