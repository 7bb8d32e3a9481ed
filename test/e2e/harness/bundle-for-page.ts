import { build } from 'vite';
import { ofText, type PageScript } from './page-script.ts';

/**
 * A script that gives what a module exports.
 *
 * @param entry - path from the project's folder
 */
export async function bundleForPage<Exports>(entry: string): Promise<PageScript<Exports>> {
  const built = await build({
    configFile: false,
    logLevel: 'warn',
    build: { write: false, minify: false, lib: { entry, formats: ['iife'], name: 'exported' } },
  });
  const [chunk] = [built].flat().flatMap((result) => ('output' in result ? result.output : []));
  if (chunk?.type !== 'chunk') throw new Error('no script');
  return ofText(`(() => { ${chunk.code}; return exported; })()`);
}
