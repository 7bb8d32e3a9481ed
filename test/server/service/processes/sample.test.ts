// @module-tag core
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { builtCommand } from './a-process.ts';

test('npm run service shows three calls and what they answer, and ends where nobody can end it', async () => {
  const script = fileURLToPath(new URL('../../../../scripts/service.mjs', import.meta.url));
  // As a terminal shows it: its log in the same stream, and no line of that between a call and its answer.
  // On the older Node, which only begins it.
  const node = process.env['OLDER_NODE'] ?? process.execPath;
  const shown = spawn('sh', ['-c', 'exec "$0" "$1" 2>&1', node, script], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [said, exit] = await Promise.all([text(shown.stdout), once(shown, 'exit')]);
  expect(exit).toEqual([0, null]);
  expect(said).toContain('"event":"list-in-use"');
  const calls = [...said.matchAll(/^curl (http:\S+?)(\/v1\/\S+) (.*)\n(\{[^]*?\n\})/gm)].map(
    ([, , path, , answer = '']) => {
      const body = JSON.parse(answer) as {
        action?: string;
        results?: { action?: string; outcome?: string }[];
      };
      return [path, body.action, body.results?.map(({ action, outcome }) => action ?? outcome)];
    },
  );
  expect(calls).toEqual([
    ['/v1/check', 'block', ['block', 'allow']],
    ['/v1/changes', undefined, ['applied']],
    ['/v1/check-message', 'block', undefined],
  ]);
});

test.skipIf(process.env['OLDER_NODE'] === undefined)(
  'an older Node runs every command but the service, which says what it needs',
  () => {
    const built = builtCommand();
    const run = (...words: readonly string[]): readonly unknown[] => {
      const node = process.env['OLDER_NODE'] ?? '';
      const { status, stdout, stderr } = spawnSync(node, [built.command, ...words], { encoding: 'utf8' });
      return [status, stdout, stderr];
    };
    const refusal: unknown = expect.stringMatching(
      /^Changes are kept in the SQLite of .* start it with a newer Node\.\n$/,
    );
    expect(run('service', '--channel', built.folder)).toEqual([1, '', refusal]);
    expect(run('backup-changes', '--data', built.folder, '--out', 'x')).toEqual([1, '', refusal]);
    expect(run('canonicalize', 'HTTP://A.example')).toEqual([0, expect.stringContaining('a.example'), '']);
    built.remove();
  },
);
