const NAME =
  /^(?:folder)?(?:all-?sent|sent(?:[ _-]?(?:items?|mail|messages?))?|gesendet(?:e[ _-]\p{L}+)?|envoy[eé]s|enviad[oa]s|(?:posta[ _-])?inviata|wys[lł]ane|отправленные|已发送|送信済み)$/u;

/**
 * Folder names are before a message in path or fragment, or in a folder parameter. An attachment's name is at the end
 * of a path or in another parameter.
 */
const FOLDERS = [/#([^/?]+)/g, /\/([^/?#]+)(?=\/)/g, /(?:mbox|mailbox|folder|box)=(?:inbox[./])?([^&#]+)/g];

/** Yahoo and AOL number the sent folder. */
const NUMBERED = /\/d\/folders\/2(?:\/|$)/;

/** Search terms may look like folder names. */
const SEARCH = /[#/=?&](?:search|query|q)\b/;

/** No message can influence this: the address is the page's, and only the reader puts mail into a sent folder. */
export function isSentFolder(address: string): boolean {
  let read = address;
  try {
    read = decodeURIComponent(address);
  } catch {
    // Not UTF-8: use it undecoded.
  }
  const lower = read.toLowerCase();
  const folders = FOLDERS.flatMap((place) => [...lower.matchAll(place)].map(([, name = '']) => name));
  return (folders.some((name) => NAME.test(name)) || NUMBERED.test(lower)) && !SEARCH.test(lower);
}
