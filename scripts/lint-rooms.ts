// Part of npm run lint: folders of src/ have no import cycles.
import { join } from 'node:path';
import { cyclesIn, foldersOf, importsOf, modulesIn } from './imports.ts';
import { ROOT } from './setup/prepare.mjs';

/** Fewer means that the search is broken. */
const LEAST_FOLDERS = 40;

const source = join(ROOT, 'src');
const modules = modulesIn(source);
const folders = foldersOf(
  modules,
  modules.flatMap((file) => importsOf(file, source)),
);
const circles = cyclesIn(folders);
console.log(`${String(folders.size)} folders, ${String(circles.length)} circles between them`);
for (const circle of circles) console.error(circle);
if (circles.length > 0 || folders.size < LEAST_FOLDERS) process.exitCode = 1;
