import * as v from 'valibot';
import type { Device } from './device.ts';

/** A subject of the catalogue. */
export type CatalogSubject = 'procedures' | 'templates';

/** Which list: one organisation's library is not another's. */
export type CatalogKey = { readonly subject: CatalogSubject; readonly organisationId: string };

/** A list as it was when the server last gave it, `at` in epoch ms. */
export type Kept<T> = { readonly value: T; readonly at: number };

/** Keeps a list of reference data in place of the one before. */
export async function keepCatalog(device: Device, key: CatalogKey, { value, at }: Kept<unknown>): Promise<void> {
  await device.catalog.put({ key: rowKey(key), value, at });
}

/** The kept list, or null when there is none or an older build kept it in another shape. */
export async function readCatalog<S extends v.GenericSchema>(
  device: Device,
  key: CatalogKey,
  schema: S,
): Promise<Kept<v.InferOutput<S>> | null> {
  const row = await device.catalog.get(rowKey(key));
  if (row === undefined) return null;
  const parsed = v.safeParse(schema, row.value);
  return parsed.success ? { value: parsed.output, at: row.at } : null;
}

function rowKey({ subject, organisationId }: CatalogKey): string {
  return `${subject}:${organisationId}`;
}
