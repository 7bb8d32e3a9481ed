/**
 * Which command runs a test: docs/decisions/0240-three-tiers.md.
 *
 * - `core`: `npm test`, in every browser; `core:chromium` and `core:firefox` in that one
 * - `all`: `npm run test:all`, which runs the core too
 * - `soak`: `npm run soak -- families` alone
 */
export type Tier = 'core' | 'core:chromium' | 'core:firefox' | 'all' | 'soak';

/** Details of a test, whose tag `playwright.config.ts` reads. Tests without a tier are of `all`. */
export function tier(name: Tier): { readonly tag?: `@${Tier}` } {
  return name === 'all' ? {} : { tag: `@${name}` };
}
