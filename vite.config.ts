import { readdirSync, readFileSync } from 'node:fs';
import { builtinModules } from 'node:module';
import { dirname, relative, resolve } from 'node:path';
import { crx, type ManifestV3Export } from '@crxjs/vite-plugin';
import { build, defineConfig, type Plugin, type UserConfig } from 'vite';
import { extensionManifest, MESSAGE_STYLE, type Target } from './scripts/extension-manifest.ts';

/**
 * What a build may be told from outside, and what each is for. All are empty in the store build, so that a
 * check for one of them is folded away together with what it guards.
 */
const BUILD_SETTINGS = [
  // Match patterns besides the webmails' own: a company's own build, and loopback in the demo.
  'VITE_EXTRA_MATCHES',
  // Fault injection: named pauses.
  'VITE_CHECKPOINTS',
] as const;

const BROWSERS: Readonly<Record<Target, string>> = {
  chrome: 'chrome137',
  firefox: 'firefox142',
  thunderbird: 'firefox153',
};

const settings: Record<string, string> = Object.fromEntries(
  BUILD_SETTINGS.map((name) => [name, process.env[name] ?? '']),
);
settings['VITE_BUNDLED_ROOT_KEY'] = bundledRootKey();
// A constant of the build: what only a mail program needs is left out of the browsers' builds, and the other way round.
settings['VITE_MAIL_PROGRAM'] = process.env['SPAMLIGHT_TARGET'] === 'thunderbird' ? '1' : '';

function bundledRootKey(): string {
  return readFileSync('public/bundled/root-key.txt', 'utf8').trim();
}

const define = Object.fromEntries(
  Object.entries(settings).map(([name, value]) => [`import.meta.env.${name}`, JSON.stringify(value)]),
);

/** `vite build --watch` does not see the sources of the self-contained content script by itself. */
function watchSources(): Plugin {
  return {
    name: 'spamlight:watch-sources',
    async buildStart() {
      if (!this.meta.watchMode) return;
      const { globSync } = await import('tinyglobby');
      for (const file of globSync('{src,public}/**/*', { absolute: true })) this.addWatchFile(file);
    },
  };
}

/** What the background puts into frames by name, beside what the manifest says. */
const PUT_BY_NAME: Readonly<Record<Target, readonly string[]>> = {
  chrome: ['details', 'content-optional', 'content-others'],
  firefox: ['details', 'content-optional', 'content-others'],
  thunderbird: ['details', 'content-thunderbird'],
};

/**
 * A script that the background puts into a frame by its name. Not through crxjs, which would make it readable by every
 * page (`web_accessible_resources`).
 */
function putByName(name: string, target: string): Plugin {
  return {
    name: `spamlight:${name}`,
    async generateBundle() {
      const built = await build({
        configFile: false,
        publicDir: false,
        logLevel: 'warn',
        define,
        plugins: name === 'details' ? [takenFromFirst()] : [],
        build: {
          write: false,
          target,
          rollupOptions: { treeshake: { propertyReadSideEffects: false, unknownGlobalSideEffects: false } },
          lib: { entry: `src/extension/content/${name}.iife.ts`, formats: ['iife'], name: 'spamlight' },
        },
      });
      const chunks = [built].flat().flatMap((result) => ('output' in result ? result.output : []));
      const [script] = chunks.filter((chunk) => chunk.type === 'chunk');
      if (script === undefined || chunks.length !== 1) this.error(`${name} is not one file`);
      const missing = notGiven(script.code);
      if (missing.length > 0) this.error(`load-details.ts does not give ${missing.join()}`);
      this.emitFile({
        type: 'asset',
        fileName: `src/extension/content/${name}.iife.js`,
        source: script.code,
      });
    },
  };
}

/** Of these modules the first file of the content script gives to the second what is named in `load-details.ts`. */
const SHARED = [
  'extension/content/dom/after-layout',
  'extension/content/guard/click-decision',
  'extension/content/dom/element',
  'extension/content/dom/random-name',
  'extension/content/marks/show-at',
  'extension/content/marks/sign-icon',
  'extension/content/dom/text-lines',
  'extension/content/dom/unclobbered',
  'extension/content/texts/verdict-sentences',
  'extension/content/dom/visible-viewport',
  'core/text/outside-text',
  'extension/platform/frame-bus',
  'extension/platform/texts/reason-keys',
];

const readSource = (path: string): string => readFileSync(`src/${path}.ts`, 'utf8');

function partsOfFirst(): readonly string[] {
  return (
    /^const PARTS = \{([^}]+)\}/m
      .exec(readSource('extension/content/frame/load-details'))?.[1]
      ?.match(/\w+/g) ?? []
  );
}

/** What the second file takes from the first, and the first does not give. */
function notGiven(code: string): readonly string[] {
  const given = partsOfFirst();
  return [...code.matchAll(/spamlightParts\.(\w+)/g)].flatMap(([, name = '']) =>
    given.includes(name) ? [] : name,
  );
}

/** Both files are in one world of one frame: what is in the first is not in the second again. */
function takenFromFirst(): Plugin {
  const START = '\0first:';
  return {
    name: 'spamlight:taken-from-first',
    enforce: 'pre',
    resolveId(source, importer) {
      if (importer === undefined || !source.startsWith('.')) return null;
      const path = relative('src', resolve(dirname(importer), source)).replace(/\.ts$/, '');
      return SHARED.includes(path) ? START + path : null;
    },
    load(id) {
      if (!id.startsWith(START)) return null;
      const names = [
        ...readSource(id.slice(START.length)).matchAll(
          /^export (?:const|class|(?:async )?function) (?:\{([^}]+)\}|(\w+))/gm,
        ),
      ].flatMap(([, several, one]) => several?.match(/\w+/g) ?? one ?? []);
      return names.map((name) => `export const ${name} = spamlightParts.${name};`).join('\n');
    },
  };
}

/** crxjs takes along only the style sheets that content scripts of sites name. */
function styleOfMessages(): Plugin {
  return {
    name: 'spamlight:style-of-messages',
    generateBundle() {
      this.emitFile({ type: 'asset', fileName: MESSAGE_STYLE, source: readFileSync(MESSAGE_STYLE, 'utf8') });
    },
  };
}

/** What ends a key whose text is for Thunderbird, in place of that for browsers. */
const OF_THUNDERBIRD = '__thunderbird';

/** The catalogues with the texts for Thunderbird in their places. */
function textsOfThunderbird(): Plugin {
  return {
    name: 'spamlight:texts-of-thunderbird',
    generateBundle() {
      for (const language of readdirSync('public/_locales')) {
        const fileName = `_locales/${language}/messages.json`;
        // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- our own file, held to its shape by a test
        const all = JSON.parse(readFileSync(`public/${fileName}`, 'utf8')) as Record<string, unknown>;
        const keys = Object.keys(all).filter((key) => !key.endsWith(OF_THUNDERBIRD));
        const source = Object.fromEntries(keys.map((key) => [key, all[key + OF_THUNDERBIRD] ?? all[key]]));
        this.emitFile({ type: 'asset', fileName, source: JSON.stringify(source, null, 2) });
      }
    },
  };
}

/** The manifest of a build with sites of its own names more scripts, which crxjs makes. */
function isNamedIn(manifest: Record<string, unknown>, name: string): boolean {
  return JSON.stringify(manifest['content_scripts'] ?? []).includes(`/${name}.iife.`);
}

function extension(target: Target): UserConfig {
  const manifest = extensionManifest(
    target,
    (settings['VITE_EXTRA_MATCHES'] ?? '').split(',').filter(Boolean),
    {
      firefoxId: process.env['SPAMLIGHT_FIREFOX_ID'] ?? '',
      chromeKey: process.env['SPAMLIGHT_CHROME_KEY'] ?? '',
    },
  );
  return {
    define,
    plugins: [
      watchSources(),
      ...PUT_BY_NAME[target]
        .filter((name) => !isNamedIn(manifest, name))
        .map((name) => putByName(name, BROWSERS[target])),
      ...(target === 'thunderbird' ? [styleOfMessages(), textsOfThunderbird()] : []),
      crx({
        // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the plugin's manifest type lacks keys that all targets know
        manifest: manifest as unknown as ManifestV3Export,
        browser: target === 'chrome' ? target : 'firefox',
      }),
    ],
    worker: { format: 'es' },
    build: {
      outDir: process.env['SPAMLIGHT_OUT'] ?? `dist/${target}`,
      emptyOutDir: true,
      target: BROWSERS[target],
      // Reviewers of both stores read what is shipped; the size budget holds all the same.
      modulePreload: false,
      rollupOptions: {
        input: {
          welcome: 'src/extension/pages/welcome/welcome.html',
          'first-aid': 'src/extension/pages/first-aid/first-aid.html',
          question: 'src/extension/pages/question/question.html',
          'check-message': 'src/extension/pages/check-message/check-message.html',
          ...(target === 'chrome' ? { codes: 'src/extension/codes/offscreen.html' } : {}),
          // crxjs takes it from `action` in the others.
          ...(target === 'thunderbird' ? { popup: 'src/extension/pages/popup/popup.html' } : {}),
        },
      },
    },
  };
}

/** The publisher's command: one file, all packages inside, so that it runs wherever Node does. */
function command(): UserConfig {
  return {
    define,
    publicDir: false,
    ssr: { noExternal: true },
    build: {
      ssr: 'src/server/command/spamlight.ts',
      outDir: 'dist/cli',
      emptyOutDir: true,
      target: 'node20',
      minify: false,
      rollupOptions: {
        external: [...builtinModules, /^node:/],
        output: { entryFileNames: 'spamlight.mjs', codeSplitting: false },
      },
    },
  };
}

export default defineConfig(() => {
  const target = process.env['SPAMLIGHT_TARGET'];
  if (target === 'chrome' || target === 'firefox' || target === 'thunderbird') return extension(target);
  if (target === 'cli') return command();
  throw new Error(
    `SPAMLIGHT_TARGET is ${target ?? 'not set'}; it must be chrome, firefox, thunderbird or cli (npm run build sets it)`,
  );
});
