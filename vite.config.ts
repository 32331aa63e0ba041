import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin, type Rolldown } from 'vite';
import { VitePWA, type ManifestOptions } from 'vite-plugin-pwa';
import { modulesIn, placesAreUsed } from './scripts/places.mjs';
import { STAFF_SCRIPTS } from './scripts/staff-scripts.mjs';

const here = import.meta.dirname;
// Only for development: the server behind the pages.
const API = `http://localhost:${process.env['PORT'] ?? '8080'}`;
const target = ['chrome110', 'edge110', 'firefox115', 'safari16'];

// The file is our own and names only known members; the tests of the install read it back from the build.
const manifest = JSON.parse(readFileSync(resolve(here, 'manifest.webmanifest'), 'utf8')) as ManifestOptions;

// Two entries, one build: staff, and patients (which never meets Mantine or the router).
const entries = { index: 'index.html', sign: 'sign.html' };

/** The signer's page to the signature in one script, with all that later parts share with it: one file compresses better than several. */
const signerGroups = [{ name: 'base', tags: ['$initial' as const] }];

const staffGroups = [
  { name: 'entry', tags: ['$initial' as const] },
  ...STAFF_SCRIPTS.map(({ name, places, except }) => ({ name, test: modulesIn(here, places, except) })),
].map((group, at, { length }) => ({ ...group, priority: length - at }));

/** Modules that the plugins below replace. */
const CALLS = 'contract/';
const STAFF_PARTS = 'contract/shapes/staff-parts.ts';
const PAD = 'node_modules/react-signature-canvas/build/index.js';
const PAD_EXTRAS = ['node_modules/prop-types/', 'node_modules/trim-canvas/'];

/** Every place that one of the two builds names. */
const placesOf = (mode: string) =>
  mode === 'patient'
    ? [CALLS, STAFF_PARTS, PAD, ...PAD_EXTRAS]
    : [CALLS, ...STAFF_SCRIPTS.flatMap(({ places, except = [] }) => [...places, ...except])];

/** Leaves the summaries of the contract's calls out of the pages: only the server's description of the calls shows them. */
const withoutSummaries: Plugin = {
  name: 'without-summaries',
  enforce: 'pre',
  transform: {
    filter: { id: modulesIn(here, [CALLS]) },
    handler: (code) => code.replaceAll(/\bsummary:\s*(['`])(?:(?!\1)[^\\]|\\.)*\1/g, "summary: ''"),
  },
};

/** Leaves out of the patient's page the shapes of the parts of a version that it reads nothing of. */
const withoutStaffParts: Plugin = {
  name: 'without-staff-parts',
  load: { filter: { id: modulesIn(here, [STAFF_PARTS]) }, handler: () => 'export const StaffParts = {};' },
};

/** Leaves out of the patient's page what the pad's library brings along and no page calls: checks of properties, and trimmed pictures. */
const withoutPadExtras: Plugin = {
  name: 'without-pad-extras',
  load: {
    filter: { id: modulesIn(here, PAD_EXTRAS) },
    handler: () => 'module.exports = { oneOfType() {} };',
  },
};

/** Takes the pad's library as it was written: its published script carries a loader and helpers for browsers without classes. */
const padAsWritten: Plugin = {
  name: 'pad-as-written',
  load: {
    filter: { id: modulesIn(here, [PAD]) },
    handler: () => ({
      code: readFileSync(resolve(here, 'node_modules/react-signature-canvas/src/index.js'), 'utf8'),
      moduleType: 'jsx',
    }),
  },
};

/**
 * Writes the bundler's runtime into the patient's first script, which would wait for a file of its own: the bundler keeps it apart wherever
 * several scripts import it. Later scripts go on importing that file.
 */
const inlineRuntime: Plugin = {
  name: 'inline-runtime',
  // A script's name is made before its text is changed here, and kept for a year: another way of changing it gives another name. The
  // runtime itself is named in the text before.
  augmentChunkHash: ({ isEntry }) =>
    isEntry ? [inlineIn, withRuntime, namesIn].map((each) => each.toString()).join() : undefined,
  generateBundle: {
    order: 'pre',
    handler(_, bundle) {
      if (!inlineIn(bundle)) this.error('The runtime is not where it was');
    },
  },
  transformIndexHtml: {
    order: 'post',
    handler: (html) => html.replace(/\s*<link rel="modulepreload"[^>]*rolldown-runtime[^>]*>/, ''),
  },
};

/** Inlines the runtime in the entry of a bundle. @returns whether both were found */
function inlineIn(bundle: Rolldown.OutputBundle): boolean {
  const chunks = Object.values(bundle).filter((file) => file.type === 'chunk');
  const runtime = chunks.find(({ name }) => name === 'rolldown-runtime');
  const [entry] = chunks.filter(({ isEntry }) => isEntry);
  const code = entry && runtime && withRuntime(entry.code, runtime.code);
  if (entry === undefined || code === undefined) return false;
  entry.code = code;
  return true;
}

/** The entry with the runtime in the place of its import; undefined where one of the two is written in another way. */
function withRuntime(entry: string, runtime: string): string | undefined {
  const [, code, exported] = /^(.*)export\s*\{([^}]*)\};\s*$/s.exec(runtime) ?? [];
  const [statement, imported] = /import\s*\{([^}]*)\}\s*from\s*"\.\/rolldown-runtime-[\w-]+\.js";/.exec(entry) ?? [];
  if (code === undefined || statement === undefined) return undefined;
  const returned = namesIn(exported).map(([local, name]) => `${name}:${local}`);
  const taken = namesIn(imported).map(([name, local]) => `${name}:${local}`);
  return entry.replace(statement, () => `const{${taken.join()}}=(()=>{${code}return{${returned.join()}}})();`);
}

const EARLY_FORM = 'src="/early-form.js"';

/** Names the files of the pages of links for `public/early-form.js`, which fetches them beside the first script where a link is opened. */
const nameLinkFiles: Plugin = {
  name: 'name-link-files',
  transformIndexHtml: {
    order: 'post',
    handler(html, { bundle }) {
      const chunks = Object.values(bundle ?? {}).filter((file) => file.type === 'chunk');
      const links = chunks.filter(({ name }) => name === 'LinkPages');
      if (links.length === 0 || !html.includes(EARLY_FORM))
        throw new Error(`No script LinkPages, or no ${EARLY_FORM} in the page`);
      // A set grows while it is gone through: imports of imports come too.
      const needed = new Set(links.map(({ fileName }) => fileName));
      for (const file of needed)
        for (const { imports } of chunks.filter(({ fileName }) => fileName === file))
          for (const each of imports) if (!chunks.some(({ fileName, isEntry }) => isEntry && fileName === each)) needed.add(each);
      const files = [...needed, ...links.flatMap(({ viteMetadata }) => [...(viteMetadata?.importedCss ?? [])])];
      return html.replace(EARLY_FORM, `$& data-link="${files.join(' ')}"`);
    },
  },
};

/** Pairs of names in a list of imports or exports: `a as b` gives `a` and `b`, `a` alone stands for both. */
function namesIn(list = ''): (readonly [string, string])[] {
  return list.split(',').map((each) => {
    const [first = '', second = first] = each.trim().split(' as ');
    return [first, second];
  });
}

/** The fonts that a tablet has without a network from the start; the others come when a letter of theirs is first shown. */
const FONTS_AT_HAND = ['**/NotoSansArabic_*.ttf', '**/NotoSansBengali_*.ttf'];

/** The page and its service worker. The server is bundled by scripts/build.mjs. */
export default defineConfig(({ mode }) => ({
  root: resolve(here, 'src'),
  publicDir: resolve(here, 'public'),
  cacheDir: resolve(here, 'node_modules/.vite'),
  build: {
    outDir: resolve(here, 'dist'),
    emptyOutDir: mode !== 'production',
    modulePreload: {
      polyfill: false,
      // The names of all later files would make the patient's first script longer.
      ...(mode === 'patient' && { resolveDependencies: (_, deps, { hostType }) => (hostType === 'html' ? deps : []) }),
    },
    target,
    // Small images would become data: addresses, which the content security policy refuses.
    assetsInlineLimit: 0,
    rolldownOptions: {
      input: Object.fromEntries(
        Object.entries(entries)
          .filter(([name]) => mode === 'development' || (name === 'sign') === (mode === 'patient'))
          .map(([name, file]) => [name, resolve(here, 'src', file)] as const)
          .filter(([, file]) => existsSync(file)),
      ),
      ...(mode === 'production' && { output: { codeSplitting: { groups: staffGroups } } }),
      ...(mode === 'patient' && {
        // Shapes that the page does not check are left out: valibot's functions have no side effects.
        treeshake: { manualPureFunctions: ['v'] },
        output: { codeSplitting: { groups: signerGroups } },
      }),
    },
  },
  server: {
    port: 5173,
    fs: { allow: [here] },
    proxy: { '/api': API, '/forms': API },
  },
  plugins: [
    placesAreUsed(here, placesOf(mode)),
    withoutSummaries,
    react(),
    mode === 'patient' && withoutStaffParts,
    mode === 'patient' && padAsWritten,
    mode === 'patient' && withoutPadExtras,
    mode === 'patient' && inlineRuntime,
    mode === 'patient' && nameLinkFiles,
    mode !== 'patient' &&
      VitePWA({
        strategies: 'injectManifest',
        srcDir: '../sw',
        filename: 'sw.ts',
        injectRegister: false,
        registerType: 'prompt',
        manifest,
        manifestFilename: 'manifest.webmanifest',
        includeManifestIcons: false,
        injectManifest: {
          // The blank forms open without a network and a server.
          globPatterns: ['**/*.{js,css,html,svg,woff2,webmanifest}', ...FONTS_AT_HAND, 'icons/*.png', 'forms/*.pdf'],
          maximumFileSizeToCacheInBytes: 4_194_304,
          rollupFormat: 'iife',
          target,
        },
      }),
  ],
}));
