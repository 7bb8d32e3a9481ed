import { readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { globSync } from 'tinyglobby';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { GITHUB_SITE, MONTHLY_COMMIT } from '../../../src/server/publisher/init/init-files.ts';

// What stands in publishing/ is copied and run elsewhere: by systemd, and by other people's job runners.

/** The values of each setting of a systemd unit, in the order of the file. */
function settingsOf(unit: string): ReadonlyMap<string, readonly string[]> {
  const settings = new Map<string, string[]>();
  for (const line of unit.split('\n')) {
    const [, name = '', value = ''] = /^([A-Za-z]+)=(.*)$/.exec(line) ?? [];
    if (name !== '') settings.set(name, [...(settings.get(name) ?? []), value]);
  }
  return settings;
}

function optionOf(command: string, name: string): string {
  return new RegExp(` --${name} (\\S+)`).exec(command)?.[1] ?? '';
}

describe.each(globSync('publishing/*.service'))('%s', (file) => {
  const settings = settingsOf(readFileSync(file, 'utf8'));
  const words = (name: string): readonly string[] =>
    (settings.get(name) ?? []).flatMap((value) => value.split(' '));
  const writable = [...words('ReadWritePaths'), ...words('StateDirectory').map((name) => `/var/lib/${name}`)];
  const [command = ''] = settings.get('ExecStart') ?? [];

  test.each(['out', 'state'])(
    'the systemd service may write to the folder of an option of its command, and to the lock beside it: --%s',
    (name) => {
      expect(settings.get('ProtectSystem')).toEqual(['strict']);
      const folder = optionOf(command, name);
      const lock = `${folder}.lock`;
      const isWritable = (path: string): boolean =>
        writable.some((root) => path === root || path.startsWith(`${root}/`));
      expect([folder, isWritable(folder)]).toEqual([expect.stringMatching(/^\/./), true]);
      expect([lock, isWritable(dirname(lock))]).toEqual([lock, true]);
    },
  );
});

test.each(globSync('publishing/*.yml'))(
  'the example job %s takes nothing from an event that a schedule does not have',
  (file) => {
    expect(readFileSync(file, 'utf8')).not.toContain('github.event.');
  },
);

const building = globSync('publishing/*.yml').filter((file) =>
  readFileSync(file, 'utf8').includes(' build '),
);

test('both example jobs that build a channel are tested', () => expect(building).toHaveLength(2));

test.each(building)(
  'the example job %s keeps its own schedule alive, and says what needs a person',
  (file) => {
    const { permissions, jobs } = parse(readFileSync(file, 'utf8')) as {
      readonly permissions: Readonly<Record<string, string>>;
      readonly jobs: {
        readonly publish: { readonly steps: readonly { readonly run?: string; readonly if?: string }[] };
      };
    };
    expect(permissions).toMatchObject({ contents: 'write' });
    expect(jobs.publish.steps.at(-1)).toMatchObject({
      if: "steps.health.outcome == 'failure'",
      run: 'exit 1',
    });
    const always = jobs.publish.steps
      .filter((step) => step.if === 'always()')
      .map(({ run = '' }) => run.trim());
    expect(always).toEqual([
      expect.stringMatching(/^set --\n\[ "\$JOB" != failure \].*\n[^]* health /),
      MONTHLY_COMMIT.join('\n'),
    ]);
  },
);

test('the example for GitHub Pages finds the channel as the job of `init` does', () => {
  const lines = readFileSync('publishing/github-pages.yml', 'utf8')
    .split('\n')
    .map((line) => line.trim());
  const start = lines.indexOf(GITHUB_SITE[0]);
  expect(lines.slice(start, start + GITHUB_SITE.length)).toEqual(GITHUB_SITE);
});
