import path from 'node:path';
import { build } from 'vite';

const root = path.resolve(import.meta.dirname, '..');

/** Every TypeScript file that Node runs by itself: the server and its worker threads, and the modules of the commands. */
export const serverEntries = {
  main: 'server/main.ts',
  'db-worker': 'server/data/open/embedded/embedded-worker.ts',
  'pdf-worker': 'server/outside/pdf/worker.ts',
  'seal-worker': 'server/outside/seal/seal-worker.ts',
  'verify-worker': 'server/outside/seal/verify-worker.ts',
  'scan-worker': 'server/outside/scan/scan-worker.ts',
  'import-worker': 'server/outside/import/import-worker.ts',
  database: 'server/data/open/database.ts',
  'as-owner': 'server/data/open/as-owner.ts',
  migrate: 'server/data/open/migrate.ts',
  'export-import': 'server/data/backup/export-import.ts',
  'data-epoch': 'server/data/backup/data-epoch.ts',
  'last-backup': 'server/data/backup/last-backup.ts',
  'export-file': 'server/outside/backup/export-file.ts',
  'write-backup': 'server/work/backup/write-backup.ts',
  'restore-backup': 'server/work/backup/restore-backup.ts',
  'running-copy': 'server/work/backup/running-copy.ts',
  'secret-box': 'server/outside/secret-box.ts',
  'reseal-secrets': 'server/work/accounts/reseal-secrets.ts',
  'sealed-secrets': 'server/data/accounts/sealed-secrets.ts',
  'chain-key': 'server/outside/chain-key.ts',
  'row-marks': 'server/data/integrity/row-marks.ts',
  'record-heads': 'server/work/integrity/record-heads.ts',
  'changed-heads': 'server/work/integrity/changed-heads.ts',
  'accept-rows': 'server/work/integrity/accept-rows.ts',
  'seal-leaves': 'server/work/integrity/seal-leaves.ts',
  'seal-files': 'server/outside/seal/key-files.ts',
  signer: 'server/outside/seal/signer.ts',
  'listed-leaves': 'server/data/documents/seal-leaves.ts',
  'heads-file': 'server/outside/heads-file.ts',
  'check-all': 'server/work/integrity/check-all.ts',
  'accept-restore': 'server/work/integrity/accept-restore.ts',
  'uuid-v7': 'domain/base/uuid-v7.ts',
  integrity: 'domain/integrity/integrity-faults.ts',
  'write-exit': 'server/work/packs/write-exit.ts',
  'log-exit': 'server/work/packs/log-exit.ts',
  environment: 'server/environment.ts',
};

/**
 * Bundles TypeScript for Node 20, which runs none by itself. Packages stay outside and are found in node_modules.
 *
 * @param {{ outDir: string, entries?: Record<string, string>, watch?: boolean }} options - `entries` maps a file's name in
 *   `outDir`, without `.js`, to its source from the project's root
 * @returns {Promise<unknown>} the result of Vite's build: when watching, the watcher
 */
export async function buildServer({ outDir, entries = serverEntries, watch = false }) {
  // Vite sets NODE_ENV for its whole process; the server that this process may start reads it as the operator's setting.
  const { NODE_ENV } = process.env;
  try {
    return await bundle({ outDir, entries, watch });
  } finally {
    if (NODE_ENV === undefined) delete process.env.NODE_ENV;
  }
}

function bundle({ outDir, entries, watch }) {
  const input = Object.fromEntries(Object.entries(entries).map(([name, file]) => [name, path.resolve(root, file)]));
  return build({
    root,
    configFile: false,
    publicDir: false,
    logLevel: 'warn',
    // '#room/…' is in package.json's imports, so it would count as a package and stay outside.
    resolve: { alias: [{ find: /^#(domain|contract|server)\//, replacement: `${root}/$1/` }] },
    ssr: { external: true },
    build: {
      ssr: true,
      outDir: path.resolve(root, outDir),
      emptyOutDir: true,
      target: 'node20',
      sourcemap: true,
      minify: false,
      watch: watch ? {} : null,
      rolldownOptions: {
        input,
        output: { format: 'esm', entryFileNames: '[name].js', chunkFileNames: 'chunks/[name]-[hash].js' },
      },
    },
  });
}
