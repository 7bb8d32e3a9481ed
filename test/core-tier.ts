/** In `npm test` a test that repeats something for many inputs takes fewer of them; `npm run test:all` takes all. */
export const IS_CORE = process.env['SPAMLIGHT_TIER'] === 'core';
