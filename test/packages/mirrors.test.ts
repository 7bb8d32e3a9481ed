/** The job that fills mirrors, each of its commands run: against a folder instead of a second host, and a registry here. */
import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { parseKeyFile } from '../../src/server/node/keys/key-file.ts';
import { openChannel } from '../../src/server/node/channel/read-channel.ts';
import { isJsonObject } from '../server/publisher/json-object.ts';
import { onLoopback } from '../server/publisher/loopback.ts';
import { aWorkshop, NOON, succeed, type Workshop } from '../server/publisher/run-command.ts';
import { runBash } from './run-bash.ts';

interface Step {
  readonly id?: string;
  readonly run: string;
  readonly if?: string;
  readonly env?: Readonly<Record<string, string>>;
}

interface Job {
  readonly if: string;
  readonly steps: readonly Step[];
}

const WORKFLOW = parse(readFileSync('publishing/mirrors.yml', 'utf8')) as {
  readonly env: Readonly<Record<string, string>>;
  readonly jobs: Readonly<Record<'second-host' | 'npm-package', Job>>;
};

const PACKAGE = '@you/lists';
const NPM_TOKEN = 'npm_example';

/** Gives the artifact that the last run of the publishing job uploaded. */
const GH = `#!/bin/bash
case "$1 $2" in
  'run list') echo 17 ;;
  'run download') mkdir -p fetched && tar -cf fetched/artifact.tar -C "$PUBLISHED" . ;;
  *) exit 64 ;;
esac
`;

/** As much of rsync as is asked of it, into a folder; what is there after each call is kept beside it. */
const RSYNC = `#!/bin/bash
set -e
left=(); drop=0; paths=()
while [ $# -gt 0 ]; do
  case "$1" in
    -a) ;; -e) shift ;; --delete) drop=1 ;; --exclude) left+=("$2"); shift ;; *) paths+=("$1") ;;
  esac
  shift
done
from="\${paths[0]}"; to="$SECOND_HOST"
[ "\${paths[1]}" = 'user@host:/srv/lists/' ]
test -s ~/.ssh/id_mirror && test -s ~/.ssh/known_hosts
mkdir -p "$to"
copied="$(mktemp -d)"
cp -a "$from" "$copied/"
case "$from" in */) source="$copied/$(basename "$from")" ;; *) source="$copied" ;; esac
for each in "\${left[@]}"; do rm -f "$source/$each"; done
if [ "$drop" = 1 ]; then find "$to" -mindepth 1 -delete; fi
cp -a "$source/." "$to/"
rm -rf "$copied"
n=$(ls -d "$to"-after-* 2>/dev/null | wc -l)
cp -a "$to" "$to-after-$n"
`;

/** A workshop with a channel, and a machine of the hosting service that runs a job of it. */
async function aMachine(entries = 3) {
  const shop = await aWorkshop();
  const bin = join(shop.folder, 'bin');
  mkdirSync(bin);
  for (const [name, text] of Object.entries({ gh: GH, rsync: RSYNC })) {
    writeFileSync(join(bin, name), text);
    chmodSync(join(bin, name), 0o755);
  }
  await publish(shop, entries, 0);
  let runs = 0;
  /** @returns how many steps ran, all of them well */
  const run = async (name: keyof typeof WORKFLOW.jobs, more: Readonly<Record<string, string>>) => {
    const place = join(shop.folder, `run-${++runs}`);
    const home = join(place, 'home');
    mkdirSync(home, { recursive: true });
    const output = join(place, 'output');
    writeFileSync(output, '');
    let done = 0;
    for (const step of WORKFLOW.jobs[name].steps) {
      const isDue = readFileSync(output, 'utf8').includes('is-due=yes\n');
      if (step.if !== undefined && !isDue) continue;
      const ran = await runBash(step.run, place, {
        PATH: `${bin}:${process.env['PATH'] ?? ''}`,
        HOME: home,
        GITHUB_OUTPUT: output,
        PUBLISHED_BY: WORKFLOW.env['PUBLISHED_BY'] ?? '',
        PUBLISHED: shop.channel,
        SECOND_HOST: join(shop.folder, 'second-host'),
        ...more,
      });
      expect(ran).toEqual({ code: 0, said: expect.any(String) as string });
      done += 1;
    }
    return done;
  };
  return { shop, run, secondHost: join(shop.folder, 'second-host') };
}

interface Published {
  readonly authorization: string;
  readonly version: string;
  readonly tarball: Buffer;
}

/** A registry with one package, which it keeps as it came. */
async function aRegistry() {
  const published: Published[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      response.setHeader('content-type', 'application/json');
      if (request.method === 'PUT') {
        published.push(publishedIn(Buffer.concat(chunks), request.headers.authorization ?? ''));
        response.writeHead(201).end('{"ok":true}');
        return;
      }
      const version = published.at(-1)?.version;
      if (version === undefined || !decodeURIComponent(request.url ?? '').startsWith(`/${PACKAGE}`)) {
        response.writeHead(404).end('{}');
        return;
      }
      response.end(
        JSON.stringify({
          name: PACKAGE,
          'dist-tags': { latest: version },
          versions: { [version]: { name: PACKAGE, version } },
          time: { modified: new Date().toISOString() },
        }),
      );
    });
  });
  const { port } = await onLoopback(server);
  return { address: `http://127.0.0.1:${port}/`, published };
}

function publishedIn(body: Buffer, authorization: string): Published {
  const sent: unknown = JSON.parse(body.toString());
  if (!isJsonObject(sent) || !isJsonObject(sent['dist-tags']) || !isJsonObject(sent['_attachments']))
    throw new Error('no package');
  const [attached] = Object.values(sent['_attachments']);
  if (!isJsonObject(attached) || typeof attached['data'] !== 'string') throw new Error('nothing attached');
  const version = String(sent['dist-tags']['latest']);
  return { authorization, version, tarball: Buffer.from(attached['data'], 'base64') };
}

async function publish(shop: Workshop, entries: number, minutes: number): Promise<void> {
  const lines = Array.from({ length: entries }, (_, index) => `https://h${index}.example/login\n`);
  shop.setFeeds([{ name: 'Pages', text: lines.join('') }]);
  expect((await shop.build({ now: NOON + 60 * minutes })).code).toBe(0);
}

function rootKeyOf({ key }: Workshop): string {
  return parseKeyFile(readFileSync(key, 'utf8'))?.root?.x ?? '';
}

describe('mirrors.yml', () => {
  test('mirrors.yml does nothing until its variables are set', () => {
    const { jobs } = WORKFLOW;
    expect([jobs['second-host'].if, jobs['npm-package'].if]).toEqual([
      "vars.MIRROR_RSYNC != ''",
      "vars.MIRROR_NPM != ''",
    ]);
  });

  test('mirrors.yml fills a second host so that at no moment an index names a file that is not there', async () => {
    const { shop, run, secondHost } = await aMachine();
    const job = {
      TARGET: 'user@host:/srv/lists',
      KNOWN_HOST: 'host ssh-ed25519 AAAA',
      SSH_KEY: 'a key',
    };
    expect(await run('second-host', job)).toBe(2);
    expect(await openChannel(secondHost, rootKeyOf(shop), NOON)).toMatchObject({ ok: true });
    writeFileSync(join(secondHost, 'left-over'), '');

    await publish(shop, 5, 10);
    await run('second-host', job);
    const moments = readdirSync(shop.folder).filter((name) => name.startsWith('second-host-after-'));
    expect(moments).toHaveLength(8);
    const serials = [];
    for (const name of moments.sort()) {
      const folder = join(shop.folder, name);
      if (!existsSync(join(folder, 'latest.jws'))) continue;
      const opened = await openChannel(folder, rootKeyOf(shop), NOON + 600);
      serials.push(opened.ok ? opened.value.index.serial : opened.failure.message);
    }
    expect(serials).toEqual([1, 1, 1, 1, 2, 2, 2]);
    expect(existsSync(join(secondHost, 'left-over'))).toBe(false);
    await succeed(['verify', secondHost, '--public-key', rootKeyOf(shop)], { now: NOON + 600 });
  });

  test.each([
    { entries: 5, deltas: [] },
    { entries: 2000, deltas: ['1-2.sld'] },
  ])(
    'mirrors.yml publishes $entries entries once a day, as a channel that a reader takes',
    async ({ entries, deltas }) => {
      const { shop, run } = await aMachine(entries - 2);
      await publish(shop, entries, 10);
      const registry = await aRegistry();
      const job = {
        PACKAGE,
        NODE_AUTH_TOKEN: NPM_TOKEN,
        NPM_CONFIG_REGISTRY: registry.address,
      };
      expect(await run('npm-package', job)).toBe(3);
      expect(registry.published).toHaveLength(1);
      const [{ authorization, version, tarball } = { authorization: '', version: '', tarball: Buffer.of() }] =
        registry.published;
      expect([authorization, version]).toEqual([`Bearer ${NPM_TOKEN}`, '1.0.2']);
      const folder = join(shop.folder, 'unpacked');
      mkdirSync(folder);
      writeFileSync(join(folder, 'package.tgz'), tarball);
      expect(spawnSync('tar', ['-xzf', 'package.tgz'], { cwd: folder }).status).toBe(0);
      const opened = await openChannel(join(folder, 'package'), rootKeyOf(shop), NOON + 600);
      expect(opened).toMatchObject({ ok: true, value: { index: { serial: 2 } } });
      const names = readdirSync(join(folder, 'package'), { recursive: true });
      expect(names.filter((name) => String(name).endsWith('.sld'))).toEqual(
        deltas.map((name) => `delta/${name}`),
      );

      // An hour later nothing is due: of the three steps only the first runs.
      expect(await run('npm-package', job)).toBe(1);
      expect(registry.published).toHaveLength(1);
    },
  );
});
