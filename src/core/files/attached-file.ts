import { withoutEnd } from '../text/without-ends.ts';

/** Most dangerous first. */
export const FILE_KINDS = [
  'program',
  /** HTML or SVG, which phishing uses for forms. */
  'page',
  'calendar',
  'mail',
  'pdf',
  'archive',
  'office',
  'picture',
  'text',
  'other',
] as const;
export type FileKind = (typeof FILE_KINDS)[number];

/** On a webmail's page, only the name is known. */
export interface FileSigns {
  readonly name: string;
  /** MIME type in lower case; empty if unknown. */
  readonly declaredType: string;
  /** MIME type by the file's bytes; null if unknown. */
  readonly realType: string | null;
}

export interface AttachedFile {
  readonly kind: FileKind;
  /** The name has two known endings, the last of a program or page, or a character that reverses letters. */
  readonly isDisguised: boolean;
  /** The file's bytes contradict its name or declared type. */
  readonly isMisnamed: boolean;
}

/**
 * Files that Windows, macOS or a browser runs. Source: what Outlook blocks,
 * https://support.microsoft.com/office/blocked-attachments-in-outlook-434752e1-02d3-4e90-9124-8b81e49a8519
 */
const PROGRAM =
  /\.(?:appref-ms|bat|chm|cmd|com|cpl|dll|dmg|exe|gadget|hta|img|inf|iso|jar|js|jse|jnlp|lnk|msc|msi|msix|msp|pif|pkg|ps1|reg|scf|scr|sh|url|vb|vbe|vbs|vhd|webloc|ws|wsf|wsh|xll|library-ms|search-ms|settingcontent-ms|apk)$/;
const ENDINGS: readonly (readonly [RegExp, FileKind])[] = [
  [PROGRAM, 'program'],
  [/\.(?:[xsdp]?html?|xht|svg|xml)$/, 'page'],
  [/\.(?:ics|ical|ifb|vcs)$/, 'calendar'],
  [/\.(?:eml|msg|mht|mhtml)$/, 'mail'],
  [/\.pdf$/, 'pdf'],
  [/\.(?:zip|7z|rar|gz|tgz|bz2|xz|tar|cab|ace|arj|lzh|zst|z)$/, 'archive'],
  [
    /\.(?:doc|docx|docm|dot|dotx|dotm|xls|xlsx|xlsm|xlsb|xlam|ppt|pptx|pptm|pps|ppsx|rtf|odt|ods|odp|one|pub)$/,
    'office',
  ],
  [/\.(?:png|jpe?g|gif|webp|bmp|tiff?|heic|avif)$/, 'picture'],
  [/\.(?:txt|csv|vcf|log|md)$/, 'text'],
];
const REAL: Readonly<Record<string, FileKind>> = {
  'application/zip': 'archive',
  'application/gzip': 'archive',
  'application/x-7z-compressed': 'archive',
  'application/vnd.rar': 'archive',
  'application/pdf': 'pdf',
  'application/rtf': 'office',
  'application/x-ole-storage': 'office',
  'application/vnd.microsoft.portable-executable': 'program',
  'application/x-bplist': 'program',
  'image/png': 'picture',
  'image/jpeg': 'picture',
  'image/gif': 'picture',
  'image/webp': 'picture',
  'text/html': 'page',
};
const DECLARED: readonly (readonly [RegExp, FileKind])[] = [
  [/^(?:text\/html|application\/xhtml\+xml|image\/svg\+xml)$/, 'page'],
  [/^(?:text\/calendar|application\/ics)$/, 'calendar'],
  [/^message\/(?:rfc822|global)$/, 'mail'],
  [/^application\/pdf$/, 'pdf'],
  [/^application\/(?:zip|x-zip-compressed|x-rar-compressed|vnd\.rar|x-7z-compressed|gzip)$/, 'archive'],
  [
    /^application\/(?:msword|rtf|vnd\.ms-|vnd\.openxmlformats-officedocument\.|vnd\.oasis\.opendocument\.)/,
    'office',
  ],
  [/^image\//, 'picture'],
  [/^text\//, 'text'],
];
/** These change the order of what follows: `gpj.exe` reads as `exe.jpg`. Marks and left-to-right embeddings do not. */
const REORDERING = /[\u202B\u202D\u202E\u2067]/;
/** Kinds that do not contradict each other: a file of the first kind may consist of bytes of the second. */
const SAME_BYTES: readonly (readonly [FileKind, FileKind])[] = [
  ['office', 'archive'],
  ['program', 'archive'],
  ['program', 'office'],
  ['mail', 'office'],
  ['mail', 'page'],
  ['text', 'page'],
];

export function attachedFile({ name, declaredType, realType }: FileSigns): AttachedFile {
  const clean = withoutEnd(name, ' .\t\r\n').toLowerCase();
  const byName = kindIn(ENDINGS, clean);
  const byType = kindIn(DECLARED, declaredType);
  const byBytes = realType === null ? null : (REAL[realType] ?? null);
  const kinds = [byName, byType, byBytes].filter((kind) => kind !== null);
  const kind = worstKind(byName === 'office' && byBytes === 'archive' ? ['office'] : kinds);
  const opens = byName === 'program' || byName === 'page';
  const beforeEnding = clean.slice(0, clean.lastIndexOf('.')).trimEnd();
  return {
    kind,
    isDisguised: REORDERING.test(name) || (opens && kindIn(ENDINGS, beforeEnding) !== null),
    isMisnamed:
      byBytes !== null && [byName, byType].some((said) => said !== null && contradicts(said, byBytes)),
  };
}

function contradicts(said: FileKind, real: FileKind): boolean {
  return said !== real && !SAME_BYTES.some(([one, other]) => said === one && real === other);
}

function kindIn(table: readonly (readonly [RegExp, FileKind])[], text: string): FileKind | null {
  return table.find(([pattern]) => pattern.test(text))?.[1] ?? null;
}

function worstKind(kinds: readonly FileKind[]): FileKind {
  return FILE_KINDS.find((kind) => kinds.includes(kind)) ?? 'other';
}
