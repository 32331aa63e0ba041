import { PAGE_SIZE } from '#contract/shapes/list-shapes.ts';

/** One page of all results, with the server's pagination fields; an empty list has no pages. */
export function paginate<T>(found: readonly T[], page: number) {
  const records = found.slice((page - 1) * PAGE_SIZE, page * PAGE_SIZE);
  return { records, page, limit: PAGE_SIZE, total: found.length, pages: Math.ceil(found.length / PAGE_SIZE) };
}
