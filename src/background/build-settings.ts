declare global {
  /** What a build may be told from outside: see `BUILD_SETTINGS` in vite.config.ts. Empty text where it was not. */
  interface ImportMetaEnv {
    readonly VITE_CHANNEL_URL?: string;
    readonly VITE_CHANNEL_ROOT_KEYS?: string;
    readonly VITE_CHANNEL_NAME?: string;
    readonly VITE_BUNDLED_ROOT_KEY?: string;
    readonly VITE_CHECKPOINTS?: string;
    readonly VITE_NO_WELCOME?: string;
  }
}

export const CHANNEL_URL: string = import.meta.env.VITE_CHANNEL_URL ?? '';
export const CHANNEL_ROOT_KEYS: string = import.meta.env.VITE_CHANNEL_ROOT_KEYS ?? '';
export const CHANNEL_NAME: string = import.meta.env.VITE_CHANNEL_NAME ?? '';
export const BUNDLED_ROOT_KEY: string = import.meta.env.VITE_BUNDLED_ROOT_KEY ?? '';

/** Only in builds for fault injection. A constant of the build, so that the code behind it is left out of all others. */
export const HAS_CHECKPOINTS: boolean = Boolean(import.meta.env.VITE_CHECKPOINTS);

/** Not in the demo and in most tests, where a page of its own would come between. */
export const OPENS_WELCOME: boolean = !import.meta.env.VITE_NO_WELCOME;
