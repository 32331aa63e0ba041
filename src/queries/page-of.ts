import { PAGE_SIZE } from '#domain/limits.ts';

/** One page of everything that was found, as the server tells pages; an empty list has none. */
export function pageOf<T>(found: readonly T[], page: number) {
  const records = found.slice((page - 1) * PAGE_SIZE, page * PAGE_SIZE);
  return { records, page, limit: PAGE_SIZE, total: found.length, pages: Math.ceil(found.length / PAGE_SIZE) };
}
