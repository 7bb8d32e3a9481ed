import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ensureOpenapiTools, OPENAPI_TOOLS } from '../../../../scripts/setup/openapi-tools.mjs';
import { CONTACT } from '../../../../src/server/service/http/app.ts';
import { aChannel, builtCommand, startService, TOKEN, type RunningService } from './a-process.ts';

// The description of the API, as those read it who know nothing else of the service.

const ROOT = fileURLToPath(new URL('../../../..', import.meta.url));

/** As much of the linters as is used here. */
interface Redocly {
  readonly createConfig: (raw: { readonly extends: readonly string[] }) => Promise<unknown>;
  readonly lintFromString: (options: {
    readonly source: string;
    readonly absoluteRef: string;
    readonly config: unknown;
  }) => Promise<readonly { readonly ruleId: string; readonly message: string }[]>;
}
interface SpectralLinter {
  setRuleset(ruleset: { readonly extends: readonly (readonly [unknown, 'all'])[] }): void;
  run(description: unknown): Promise<readonly { readonly code: string; readonly message: string }[]>;
}

const need = createRequire(join(OPENAPI_TOOLS, 'package.json'));
const built = builtCommand();
let service: RunningService;
let description = '';

beforeAll(async () => {
  const reason = ensureOpenapiTools();
  if (reason !== null) throw new Error(reason);
  aChannel(built, built.folder)(['bad.example']);
  const channel = join(built.folder, 'channel');
  service = await startService(built, ['--channel', channel, '--data', join(built.folder, 'data')]);
  await service.until('two processes that answer', () => service.ready() === 2);
  description = await (await fetch(`${service.url}/v1/openapi.json`)).text();
});
afterAll(async () => {
  await service.killAll();
  built.remove();
});

async function redocly(source: string): Promise<readonly string[]> {
  const { createConfig, lintFromString } = need('@redocly/openapi-core') as Redocly;
  const config = await createConfig({ extends: ['recommended-strict'] });
  const problems = await lintFromString({ source, absoluteRef: '/openapi.json', config });
  return problems.map(({ ruleId, message }) => `${ruleId}: ${message}`);
}

async function spectral(source: string): Promise<readonly string[]> {
  const { Spectral } = need('@stoplight/spectral-core') as { readonly Spectral: new () => SpectralLinter };
  const { oas } = need('@stoplight/spectral-rulesets') as { readonly oas: unknown };
  const linter = new Spectral();
  linter.setRuleset({ extends: [[oas, 'all']] });
  const problems = await linter.run(JSON.parse(source));
  return problems.map(({ code, message }) => `${code}: ${message}`);
}

describe('the description of the API', () => {
  test('the description of the API names whom to ask, as package.json does', () => {
    const { author, homepage, bugs } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as {
      readonly author: string;
      readonly homepage: string;
      readonly bugs: { readonly email: string };
    };
    expect(CONTACT).toEqual({ name: author, url: homepage, email: bugs.email });
    expect(JSON.parse(description)).toMatchObject({ info: { contact: CONTACT } });
  });

  test.each([
    ['redocly', redocly],
    ['spectral', spectral],
  ])('the description of the API has nothing that %s objects to at its strictest', async (_, lint) => {
    expect(await lint(description)).toEqual([]);
    // And it would object.
    const broken = description.replace('"operationId":"checkLinks"', '"operationId":"checkMessage"');
    expect(broken).not.toBe(description);
    expect((await lint(broken)).join()).toMatch(/operation-?id/i);
  });

  test('the description of the API is enough for a generated client: it compiles, and is answered as `npm run service` is', async () => {
    const folder = mkdtempSync(join(built.folder, 'client-'));
    mkdirSync(join(folder, 'src'));
    symlinkSync(join(OPENAPI_TOOLS, 'node_modules'), join(folder, 'node_modules'));
    const { default: openapiTs, astToString } = (await import(
      join(OPENAPI_TOOLS, 'node_modules/openapi-typescript/dist/index.mjs')
    )) as {
      readonly default: (source: string) => Promise<unknown>;
      readonly astToString: (ast: unknown) => string;
    };
    writeFileSync(join(folder, 'src/api.d.ts'), astToString(await openapiTs(description)));
    writeFileSync(join(folder, 'src/client.ts'), CLIENT);
    writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions: COMPILED_AS }));
    writeFileSync(join(folder, 'package.json'), '{"type":"module"}');
    const compiled = spawnSync(
      process.execPath,
      [join(ROOT, 'node_modules/typescript/bin/tsc'), '-p', folder],
      {
        encoding: 'utf8',
      },
    );
    expect(compiled).toMatchObject({ stdout: '', status: 0 });
    const ran = spawnSync(process.execPath, [join(folder, 'out/client.js'), service.url, TOKEN], {
      encoding: 'utf8',
    });
    expect(ran).toMatchObject({ stderr: '', status: 0 });
    expect(JSON.parse(ran.stdout)).toEqual({
      checked: ['block', 'allow'],
      changed: ['applied'],
      message: 'block',
      refused: [400, true],
    });
    rmSync(folder, { recursive: true });
  });
});

const COMPILED_AS = {
  strict: true,
  noUncheckedIndexedAccess: true,
  exactOptionalPropertyTypes: true,
  target: 'es2022',
  module: 'nodenext',
  lib: ['es2023', 'dom'],
  types: [],
  rootDir: 'src',
  outDir: 'out',
};

/** What `npm run service` calls, by types that were made of the description alone. */
const CLIENT = `
import createClient from 'openapi-fetch';
import type { paths } from './api.js';

declare const process: { readonly argv: readonly string[] };
const [, , url = '', token = ''] = process.argv;
const client = createClient<paths>({ baseUrl: url, headers: { authorization: 'Bearer ' + token } });

const checked = await client.POST('/v1/check', {
  body: { urls: ['http://bad.example/page', 'https://good.example/'] },
});
const changed = await client.POST('/v1/changes', {
  body: { changes: [{ id: 'sample-1', action: 'add', entry: 'new.example', sequence: 1 }] },
});
const message = await client.POST('/v1/check-message', {
  body: { html: '<p>Please <a href="https://new.example/sign-in">sign in</a>.</p>' },
});
const refused = await client.POST('/v1/check', { body: { urls: [] } });

console.log(
  JSON.stringify({
    checked: checked.data?.results.map(({ action }) => action),
    changed: changed.data?.results.map(({ outcome }) => outcome),
    message: message.data?.action,
    refused: [refused.response.status, typeof refused.error?.title === 'string'],
  }),
);
`;
