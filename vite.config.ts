import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin, type Rolldown } from 'vite';
import { VitePWA, type ManifestOptions } from 'vite-plugin-pwa';

const here = import.meta.dirname;
const target = ['chrome110', 'edge110', 'firefox115', 'safari16'];

// The file is our own and names only known members; the tests of the install read it back from the build.
const manifest = JSON.parse(readFileSync(resolve(here, 'manifest.webmanifest'), 'utf8')) as ManifestOptions;

// Two entries, one build: staff, and patients (which never meets Mantine or the router).
const entries = { index: 'index.html', sign: 'sign.html' };

/** The signer's page to the signature in one script, with all that later parts share with it: one file compresses better than several. */
const signerGroups = [{ name: 'base', tags: ['$initial' as const] }];

/**
 * The staff app in few scripts: name, and the modules that it begins with. Each takes what these import as well, unless a script before
 * has it. The sign-in form comes alone; the list of cases needs the app, `home` and, once it is shown, `store`.
 */
const staffScripts: readonly (readonly [string, RegExp])[] = [
  ['app', /\/src\/app\.tsx$/],
  ['home', /\/src\/screens\/home\/(?:Home|Consents)\.tsx$/],
  // Dexie and the vault.
  ['store', /\/src\/offline\/unlock\.ts$/],
  ['public', /\/src\/screens\/(?:(?:registration|about|terms|verify|blank-forms)\/|frame\/HelpPanel\.tsx)/],
  [
    'widgets',
    /\/src\/(?:ui\/(?!gallery|Gallery)|notices|queries|session|offline|device|auth|results|tablet|signature)\b|\/(?:domain(?!\/templates\/(?:html-|template-html))|contract|store)\/|\/node_modules\/@mantine\/(?!charts)/,
  ],
  ['patients', /\/src\/screens\/(?:patients|outbox)\//],
  ['lists', /\/src\/screens\/(?:lists|referrals)\//],
  ['import', /\/src\/screens\/import\//],
  // The drawing of a QR code, fetched once a link is shown as one.
  ['code', /\/src\/qr\/QrCode\.tsx$/],
  ['cases', /\/src\/screens\/cases\//],
  ['builder', /\/src\/screens\/builder\//],
  // Slate and the reader of pasted HTML, fetched once a template is edited.
  ['editor', /\/src\/screens\/templates\/editor\//],
  ['administration', /\/src\/screens\/(?:people|roles|devices|organisation|security|status|library|templates|account|profile)\//],
];

const staffGroups = [{ name: 'entry', tags: ['$initial' as const] }, ...staffScripts.map(([name, test]) => ({ name, test }))].map(
  (group, at, { length }) => ({ ...group, priority: length - at }),
);

/** Leaves the summaries of the contract's calls out of the pages: only the server's description of the calls shows them. */
const withoutSummaries: Plugin = {
  name: 'without-summaries',
  enforce: 'pre',
  transform: {
    filter: { id: /\/contract\/(?:\w+\/)?[\w-]+\.ts$/ },
    handler: (code) => code.replaceAll(/\bsummary:\s*'(?:[^'\\]|\\.)*'/g, "summary: ''"),
  },
};

/** Leaves out of the patient's page the shapes of the parts of a version that it reads nothing of. */
const withoutStaffParts: Plugin = {
  name: 'without-staff-parts',
  load: { filter: { id: /\/contract\/shapes\/staff-parts\.ts$/ }, handler: () => 'export const StaffParts = {};' },
};

/** Leaves out of the patient's page what the pad's library brings along and no page calls: checks of properties, and trimmed pictures. */
const withoutPadExtras: Plugin = {
  name: 'without-pad-extras',
  load: {
    filter: { id: /\/node_modules\/(?:prop-types|trim-canvas)\// },
    handler: () => 'module.exports = { oneOfType() {} };',
  },
};

/** Takes the pad's library as it was written: its published script carries a loader and helpers for browsers without classes. */
const padAsWritten: Plugin = {
  name: 'pad-as-written',
  load: {
    filter: { id: /\/node_modules\/react-signature-canvas\/build\/index\.js$/ },
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

/** Names the files of the pages of links for `public/early-form.js`, which fetches them beside the first script where a link is opened. */
const nameLinkFiles: Plugin = {
  name: 'name-link-files',
  transformIndexHtml: {
    order: 'post',
    handler(html, { bundle }) {
      const chunks = Object.values(bundle ?? {}).filter((file) => file.type === 'chunk');
      const links = chunks.filter(({ name }) => name === 'LinkPages');
      // A set grows while it is gone through: imports of imports come too.
      const needed = new Set(links.map(({ fileName }) => fileName));
      for (const file of needed)
        for (const { imports } of chunks.filter(({ fileName }) => fileName === file))
          for (const each of imports) if (!chunks.some(({ fileName, isEntry }) => isEntry && fileName === each)) needed.add(each);
      const files = [...needed, ...links.flatMap(({ viteMetadata }) => [...(viteMetadata?.importedCss ?? [])])];
      return html.replace('src="/early-form.js"', `$& data-link="${files.join(' ')}"`);
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
    proxy: { '/api': 'http://localhost:8080', '/forms': 'http://localhost:8080' },
  },
  plugins: [
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
          globPatterns: ['**/*.{js,css,html,svg,ttf,woff2,webmanifest}', 'icons/*.png', 'forms/*.pdf'],
          maximumFileSizeToCacheInBytes: 4_194_304,
          rollupFormat: 'iife',
          target,
        },
      }),
  ],
}));
