/** Packaged libraries; a test compares them with the build's packages. */
export const LIBRARIES: readonly {
  readonly name: string;
  readonly version: string;
  readonly licence: string;
}[] = [
  { name: '@noble/hashes', version: '2.4.0', licence: 'MIT' },
  { name: 'htmlparser2', version: '12.0.0', licence: 'MIT' },
  { name: 'idb', version: '8.0.4', licence: 'ISC' },
  { name: 'jose', version: '6.2.17', licence: 'MIT' },
  { name: 'postal-mime', version: '4.0.0', licence: 'MIT-0' },
  { name: 'qr', version: '0.7.0', licence: '(MIT OR Apache-2.0)' },
  { name: 'tldts', version: '7.5.4', licence: 'MIT' },
  { name: 'valibot', version: '1.5.0', licence: 'MIT' },
  { name: 'webextension-polyfill', version: '0.12.0', licence: 'MPL-2.0' },
];

/** `bugs` of package.json. */
export const REPORT_TO = {
  page: 'https://spamlight.example/support',
  email: 'support@spamlight.example',
} as const;

/** Under `homepage` of package.json. */
export const RELEASE_NOTES = 'https://spamlight.example/releases';
