export interface ChannelFileKind {
  readonly path: RegExp;
  readonly type: string;
  readonly isImmutable: boolean;
}

const FILES: readonly ChannelFileKind[] = [
  { path: /^latest\.jws$/, type: 'application/jose', isImmutable: false },
  { path: /^head\.jws$/, type: 'application/jose', isImmutable: false },
  { path: /^base\/\d{1,10}\.slb$/, type: 'application/octet-stream', isImmutable: true },
  { path: /^delta\/\d{1,10}-\d{1,10}\.sld$/, type: 'application/octet-stream', isImmutable: true },
  { path: /^hour\/\d{1,10}-\d{1,10}\.slh$/, type: 'application/octet-stream', isImmutable: true },
  { path: /^chain\/\d{4}-\d{2}-\d{2}(?:T\d{2})?\.json$/, type: 'application/json', isImmutable: false },
  { path: /^report\/\d{1,10}\.html$/, type: 'text/html; charset=utf-8', isImmutable: true },
  { path: /^report\/\d{1,10}\.json$/, type: 'application/json', isImmutable: true },
];

export const ENCODINGS = [
  { name: 'br', extension: '.br' },
  { name: 'gzip', extension: '.gz' },
] as const;

export function channelFileKind(path: string): ChannelFileKind | undefined {
  return FILES.find((file) => file.path.test(path));
}

export function plainChannelPath(path: string): string | null {
  const extension = ENCODINGS.find((encoding) => path.endsWith(encoding.extension))?.extension ?? '';
  const plain = path.slice(0, path.length - extension.length);
  return channelFileKind(plain) === undefined ? null : plain;
}
