import { createRequire } from 'node:module';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { Worker } from 'node:worker_threads';

/**
 * The built command is one file, which recognizes its threads by `workerData`. In the source tree each thread registers
 * TypeScript itself: Node 20 gives loaders to the main thread only.
 *
 * @param begin - name of the entry function in `module`
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
