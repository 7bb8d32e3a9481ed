// npm run findings [-- NAME...]: each finding of findings/ after another, and a table of which hold.
import { spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from './setup/prepare.mjs';

const FOLDER = join(ROOT, 'findings');
const all = readdirSync(FOLDER)
  .filter((file) => file.endsWith('.sh'))
  .map((file) => file.slice(0, -'.sh'.length))
  .toSorted();
const named = process.argv.slice(2).map((name) => name.replace(/\.sh$/, ''));
const unknown = named.filter((name) => !all.includes(name));
if (unknown.length > 0) {
  process.stderr.write(`No such finding: ${unknown.join(', ')}. There are:\n${all.join('\n')}\n`);
  process.exit(2);
}

/** @type {{name: string, versions: string, isHeld: boolean}[]} */
const rows = [];
for (const name of named.length > 0 ? named : all) {
  process.stdout.write(`\n${name}\n`);
  const { status, stdout, stderr } = spawnSync('bash', [join(FOLDER, `${name}.sh`)], { encoding: 'utf8' });
  process.stdout.write(stdout + stderr);
  const versions = [...stdout.matchAll(/^version: (.*)$/gm)].map(([, version]) => version).join(', ');
  rows.push({ name, versions, isHeld: status === 0 });
}
const width = Math.max(...rows.map(({ name }) => name.length));
process.stdout.write('\n');
for (const { name, versions, isHeld } of rows)
  process.stdout.write(`${name.padEnd(width)}  ${isHeld ? 'holds  ' : 'CHANGED'}  ${versions}\n`);
const changed = rows.filter(({ isHeld }) => !isHeld).length;
process.stdout.write(`\n${rows.length - changed} hold, ${changed} changed\n`);
process.exit(changed === 0 ? 0 : 1);
