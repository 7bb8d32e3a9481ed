/** Of a name, without a dot at its end. RFC 1035: 255 octets with the lengths of its labels. */
const MAX_NAME_CHARACTERS = 253;

/** What a resolver can be asked for: labels of letters, digits, hyphens and underscores, the last of them no number. */
export function isDnsName(name: string, maxCharacters = MAX_NAME_CHARACTERS): boolean {
  return (
    name.length <= maxCharacters &&
    /^(?:[a-z0-9_-]{1,63}\.)+(?=[a-z0-9-]{2,63}$)(?!\d+$)[a-z0-9-]+$/.test(name)
  );
}

/** RFC 952 and 1123: a label neither begins nor ends with a hyphen, and has no underscore. */
export function isHostName(name: string): boolean {
  return isDnsName(name) && name.split('.').every((label) => /^[a-z0-9](?:[a-z0-9-]*[a-z0-9])?$/.test(label));
}
