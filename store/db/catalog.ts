import * as v from 'valibot';
import type { DeviceDatabase } from './device-database.ts';

/** A kind of reference data. */
export type CatalogSubject = 'procedures' | 'templates';

/** Key of a cached list: each organisation has a library of its own. */
export type CatalogKey = { readonly subject: CatalogSubject; readonly organisationId: string };

/** A list as the server last sent it; `at` is epoch ms. */
export type CachedList<T> = { readonly value: T; readonly at: number };

/** Caches a list of reference data, in place of the one before. */
export async function saveCatalog(device: DeviceDatabase, key: CatalogKey, { value, at }: CachedList<unknown>): Promise<void> {
  await device.catalog.put({ key: rowKey(key), value, at });
}

/** Reads a cached list; null when there is none, an older build stored another shape, or the device stores nothing. */
export async function readCatalog<S extends v.GenericSchema>(
  device: DeviceDatabase,
  key: CatalogKey,
  schema: S,
): Promise<CachedList<v.InferOutput<S>> | null> {
  const row = await device.catalog.get(rowKey(key)).catch(() => undefined);
  if (row === undefined) return null;
  const parsed = v.safeParse(schema, row.value);
  return parsed.success ? { value: parsed.output, at: row.at } : null;
}

function rowKey({ subject, organisationId }: CatalogKey): string {
  return `${subject}:${organisationId}`;
}
