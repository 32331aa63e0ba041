import { BUILD, BuildVersion, isOlderBuild, OLDEST_BUILD } from '#domain/base/build.ts';
import { BUILD_HEADER } from '#contract/engine/call.ts';
import type { FastifyInstance } from 'fastify';
import type { IncomingHttpHeaders } from 'node:http';
import * as v from 'valibot';
import { Refused } from '#server/api-error.ts';
import type { Settings } from '#server/settings.ts';

/** The build of the page that makes a call; undefined where it names none that can be read. */
export function buildOf(headers: IncomingHttpHeaders): string | undefined {
  const checked = v.safeParse(BuildVersion, headers[BUILD_HEADER]);
  return checked.success ? checked.output : undefined;
}

/** The oldest build whose calls are taken: this server's own limit, or the operator's where that is later. */
export function oldestBuildOf({ oldestBuild }: Pick<Settings, 'oldestBuild'>): string {
  return oldestBuild !== undefined && isOlderBuild(OLDEST_BUILD, oldestBuild) ? oldestBuild : OLDEST_BUILD;
}

/**
 * Refuses every call of a page whose build is too old, before anything is read of it: no key is claimed, so a queue sends the same
 * call again after the update. The answer says which builds are taken. A caller that names no build is never refused.
 */
export function refuseOldBuilds(app: FastifyInstance, settings: Pick<Settings, 'oldestBuild'>): void {
  const oldestBuild = oldestBuildOf(settings);
  app.addHook('onRequest', async ({ url, headers }) => {
    if (!url.startsWith('/api/')) return;
    const build = buildOf(headers);
    if (build !== undefined && isOlderBuild(build, oldestBuild))
      throw new Refused('UPDATE_REQUIRED', { data: { oldestBuild, newestBuild: BUILD } });
  });
}
