/** What webmails and mail servers call the folder of what the reader has written. */
const NAME =
  /^(?:folder)?(?:all-?sent|sent(?:[ _-]?(?:items?|mail|messages?))?|gesendet(?:e[ _-]\p{L}+)?|envoy[eé]s|enviad[oa]s|(?:posta[ _-])?inviata|wys[lł]ane|отправленные|已发送|送信済み)$/u;

/**
 * Where a folder stands in an address: above a message in a path or behind `#`, or in a parameter for folders. The name of
 * an attachment that is opened stands at the end of a path, or in a parameter of another name.
 */
const FOLDERS = [/#([^/?]+)/g, /\/([^/?#]+)(?=\/)/g, /(?:mbox|mailbox|folder|box)=(?:inbox[./])?([^&#]+)/g];

/** Yahoo's and AOL's has a number. */
const NUMBERED = /\/d\/folders\/2(?:\/|$)/;

/** What somebody looks for may be called like a folder. */
const SEARCH = /[#/=?&](?:search|query|q)\b/;

/**
 * Whether the address of a webmail's page says that what it shows is in the folder of sent mail. A message has no say in
 * it: the address is the page's, and nobody but the reader puts mail there.
 */
export function isSentFolder(address: string): boolean {
  let read = address;
  try {
    read = decodeURIComponent(address);
  } catch {
    // Another character set's escapes: it is read as it stands.
  }
  const lower = read.toLowerCase();
  const folders = FOLDERS.flatMap((place) => [...lower.matchAll(place)].map(([, name = '']) => name));
  return (folders.some((name) => NAME.test(name)) || NUMBERED.test(lower)) && !SEARCH.test(lower);
}
