import type { Call } from '#contract/engine/define.ts';

/** The address of a call as the server routes it: `/api/consent/details-by-token/:token`. */
export function routeOf({ path }: Pick<Call, 'path'>): string {
  return `/api/${path.replaceAll(/\{(\w+)\}/g, ':$1')}`;
}
