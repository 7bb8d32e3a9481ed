/// <reference types="vite/client" />
declare global {
  interface ImportMetaEnv {
    /** Set by the build for Thunderbird alone. */
    readonly VITE_MAIL_PROGRAM?: string;
  }
}

/**
 * Whether the extension runs in a mail program (Thunderbird), which shows messages itself and hands links to the system's
 * browser. A constant of the build, so that the code behind it is left out of all others.
 */
export const IS_MAIL_PROGRAM: boolean =
  // Node, where specs read some of this, has no `env` here.
  // oxlint-disable-next-line typescript/no-unnecessary-condition -- as above
  Boolean(import.meta.env?.VITE_MAIL_PROGRAM);
