import { readFileSync } from 'node:fs';
import { builtinModules } from 'node:module';
import { crx, type ManifestV3Export } from '@crxjs/vite-plugin';
import { build, defineConfig, type Plugin, type UserConfig } from 'vite';
import { extensionManifest, type Target } from './scripts/extension-manifest.ts';

/**
 * What a build may be told from outside, and what each is for. All are empty in the store build, so that a
 * check for one of them is folded away together with what it guards.
 */
const BUILD_SETTINGS = [
  // The default channel; `src/background/lists/default-channel.ts` says what holds without them.
  'VITE_CHANNEL_URL',
  'VITE_CHANNEL_ROOT_KEYS',
  'VITE_CHANNEL_NAME',
  // Match patterns besides the webmails' own: loopback in the demo and in tests.
  'VITE_EXTRA_MATCHES',
  // Tests: named pauses for fault injection; marks whose shadow root a test can open.
  'VITE_CHECKPOINTS',
  'VITE_OPEN_SHADOW',
  // Tests, and `npm run build` by hand: why what was taken for a message was.
  'VITE_PROBE',
  // The demo and most tests: no welcome page at install.
  'VITE_NO_WELCOME',
] as const;

const BROWSERS: Readonly<Record<Target, string>> = { chrome: 'chrome133', firefox: 'firefox142' };

const settings: Record<string, string> = Object.fromEntries(
  BUILD_SETTINGS.map((name) => [name, process.env[name] ?? '']),
);
settings['VITE_BUNDLED_ROOT_KEY'] = bundledRootKey();

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

/**
 * The second file of the content script, which the background puts into a frame by its name. Not through crxjs, which
 * would make it readable by every page (`web_accessible_resources`).
 */
function details(target: string): Plugin {
  return {
    name: 'spamlight:details',
    async generateBundle() {
      const built = await build({
        configFile: false,
        publicDir: false,
        logLevel: 'warn',
        define,
        build: {
          write: false,
          target,
          lib: { entry: 'src/content/details.iife.ts', formats: ['iife'], name: 'details' },
        },
      });
      const chunks = [built].flat().flatMap((result) => ('output' in result ? result.output : []));
      const [script] = chunks.filter((chunk) => chunk.type === 'chunk');
      if (script === undefined || chunks.length !== 1) this.error('the details are not one file');
      this.emitFile({ type: 'asset', fileName: 'src/content/details.iife.js', source: script.code });
    },
  };
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
      details(BROWSERS[target]),
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the plugin's manifest type lacks keys that both browsers know
      crx({ manifest: manifest as unknown as ManifestV3Export, browser: target }),
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
          welcome: 'src/pages/welcome/welcome.html',
          'first-aid': 'src/pages/first-aid/first-aid.html',
          ...(target === 'chrome' ? { codes: 'src/codes/offscreen.html' } : {}),
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
      ssr: 'src/command/spamlight.ts',
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
  if (target === 'chrome' || target === 'firefox') return extension(target);
  if (target === 'cli') return command();
  throw new Error(
    `SPAMLIGHT_TARGET is ${target ?? 'not set'}; it must be chrome, firefox or cli (npm run build sets it)`,
  );
});
