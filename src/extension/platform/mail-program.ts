/// <reference types="vite/client" />
declare global {
  interface ImportMetaEnv {
    /** Set only in the Thunderbird build. */
    readonly VITE_MAIL_PROGRAM?: string;
  }
}

/** Build-time constant: bundlers drop branches that it rules out. */
export const IS_MAIL_PROGRAM: boolean =
  // Undefined in Node, where specs import this.
  // oxlint-disable-next-line typescript/no-unnecessary-condition -- as above
  Boolean(import.meta.env?.VITE_MAIL_PROGRAM);
