import { createRequire } from 'node:module';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { Worker } from 'node:worker_threads';

/**
 * Starts a thread of this program. The built command is a single file, which knows a thread by its data. From the source
 * tree a thread has to be taught TypeScript first, as Node 20 gives loaders to the main thread alone.
 *
 * @param module - address of the one that has the thread's work, as `import.meta.url` is from the source tree
 * @param begin - the name of its function that begins it
 */
export function startThread(module: URL, begin: string, workerData: object): Worker {
  const here = import.meta.url;
  if (!here.endsWith('.ts')) return new Worker(fileURLToPath(here), { workerData });
  const tsx = new URL(
    'dist/esm/api/index.mjs',
    pathToFileURL(createRequire(here).resolve('tsx/package.json')),
  ).href;
  const code = `import('${tsx}').then(({ register }) => { register(); return import('${module.href}'); }).then((loaded) => loaded.${begin}())`;
  return new Worker(code, { eval: true, workerData });
}
