import { PGlite } from '@electric-sql/pglite';
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm';
import { DurableNodeFS } from './durable-fs.ts';
import { DatabaseUnusable } from '#server/data/open/errors.ts';

/** An opened folder, and the file layer that counts its fsyncs. */
export type Cluster = { readonly pg: PGlite; readonly files: DurableNodeFS };

/**
 * PGlite's own start parameters without `-F`, which turns fsync off, and with the one sync method its file layer hears
 * (fdatasync is an empty function there).
 */
export const durableStart = [
  ...PGlite.defaultStartParams.filter((parameter) => parameter !== '-F'),
  '-c',
  'wal_sync_method=fsync',
];

/** Opens the cluster in `folder`, making it when the folder is empty; `startParams` differ only in the test of the self-test. */
export async function openCluster(folder: string, startParams: readonly string[] = durableStart): Promise<Cluster> {
  const files = new DurableNodeFS(folder);
  const pg = await PGlite.create({ fs: files, startParams: [...startParams], extensions: { pg_trgm } });
  return { pg, files };
}

/**
 * Commits one row and looks whether it was brought to the disk.
 *
 * @throws DatabaseUnusable when the commit did not call fsync: the server must not start on a database that forgets
 */
export async function proveDurable({ pg, files }: Cluster): Promise<void> {
  await pg.exec(`create schema if not exists embedded;
    create table if not exists embedded.start (only_row boolean primary key default true check (only_row), starts bigint not null);`);
  const before = files.fsyncs;
  await pg.exec(
    'insert into embedded.start (starts) values (1) on conflict (only_row) do update set starts = embedded.start.starts + 1',
  );
  if (files.fsyncs === before) {
    throw new DatabaseUnusable(
      'The embedded database does not bring what it saves to the disk, so it is not safe to start. Nothing was changed.',
    );
  }
}
