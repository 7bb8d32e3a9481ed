/** Without a final dot. RFC 1035 allows 255 octets, length octets included. */
const MAX_NAME_CHARACTERS = 253;

/** Refuses a last label of digits, as in IP addresses. */
export function isDnsName(name: string, maxCharacters = MAX_NAME_CHARACTERS): boolean {
  return (
    name.length <= maxCharacters &&
    /^(?:[a-z0-9_-]{1,63}\.)+(?=[a-z0-9-]{2,63}$)(?!\d+$)[a-z0-9-]+$/.test(name)
  );
}

/** RFC 952 and 1123: unlike DNS names, no underscore, and no hyphen at an end of a label. */
export function isHostName(name: string): boolean {
  return isDnsName(name) && name.split('.').every((label) => /^[a-z0-9](?:[a-z0-9-]*[a-z0-9])?$/.test(label));
}
