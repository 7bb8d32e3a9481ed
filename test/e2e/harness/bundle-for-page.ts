import { build } from 'vite';

/**
 * A script that sets a global variable to what a module exports.
 *
 * @param entry - path from the project's folder
 */
export async function bundleForPage(entry: string, name: string): Promise<string> {
  const built = await build({
    configFile: false,
    logLevel: 'warn',
    build: { write: false, minify: false, lib: { entry, formats: ['iife'], name } },
  });
  const [chunk] = [built].flat().flatMap((result) => ('output' in result ? result.output : []));
  if (chunk?.type !== 'chunk') throw new Error('no script');
  return chunk.code;
}
