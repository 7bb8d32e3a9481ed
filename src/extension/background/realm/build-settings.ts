declare global {
  /** See `BUILD_SETTINGS` in vite.config.ts. */
  interface ImportMetaEnv {
    readonly VITE_BUNDLED_ROOT_KEY?: string;
    readonly VITE_CHECKPOINTS?: string;
  }
}

export const BUNDLED_ROOT_KEY: string = import.meta.env.VITE_BUNDLED_ROOT_KEY ?? '';

/** For fault injection. A constant, so that builds without checkpoints drop the code behind it. */
export const HAS_CHECKPOINTS: boolean = Boolean(import.meta.env.VITE_CHECKPOINTS);
