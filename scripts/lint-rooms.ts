// A part of npm run lint: folders of src/ import each other in no circle, so that each can be read without the next.
import { join } from 'node:path';
import { circlesIn, foldersOf, importsOf, modulesIn } from './imports.ts';
import { ROOT } from './setup/prepare.mjs';

/** Fewer than these are not all: something is wrong with how they are found. */
const LEAST_FOLDERS = 40;

const source = join(ROOT, 'src');
const modules = modulesIn(source);
const folders = foldersOf(
  modules,
  modules.flatMap((file) => importsOf(file, source)),
);
const circles = circlesIn(folders);
console.log(`${String(folders.size)} folders, ${String(circles.length)} circles between them`);
for (const circle of circles) console.error(circle);
if (circles.length > 0 || folders.size < LEAST_FOLDERS) process.exitCode = 1;
