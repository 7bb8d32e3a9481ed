declare global {
  /** What a build may be told from outside: see `BUILD_SETTINGS` in vite.config.ts. Empty text where it was not. */
  interface ImportMetaEnv {
    readonly VITE_BUNDLED_ROOT_KEY?: string;
    readonly VITE_CHECKPOINTS?: string;
  }
}

export const BUNDLED_ROOT_KEY: string = import.meta.env.VITE_BUNDLED_ROOT_KEY ?? '';

/** Only in builds for fault injection. A constant of the build, so that the code behind it is left out of all others. */
export const HAS_CHECKPOINTS: boolean = Boolean(import.meta.env.VITE_CHECKPOINTS);
