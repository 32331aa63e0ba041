import { realpathSync } from 'node:fs';
import { normalizePath } from 'vite';

// Places of modules that the build's settings name: each is the beginning of a path from the root of the project (`src/ui/`,
// `src/app.tsx`), or of one below whatever folder packages come from (`node_modules/prop-types/`).

const PACKAGES = 'node_modules/';

/**
 * An expression for the ids of modules in some places.
 *
 * @param {string} root - of the project
 * @param {readonly string[]} places
 * @param {readonly string[]} [except] - places inside of them that are left out
 */
export function modulesIn(root, places, except = []) {
  const start = `${escape(normalizePath(realpathSync(root)))}/`;
  const anyOf = (/** @type {readonly string[]} */ all) =>
    all.map((place) => (place.startsWith(PACKAGES) ? `.*/${escape(place)}` : `${start}${escape(place)}`)).join('|');
  return new RegExp(`^${except.length === 0 ? '' : `(?!${anyOf(except)})`}(?:${anyOf(places)})`);
}

/**
 * Fails a build that has no module in one of the places: a folder that was moved or a package that is no longer used would otherwise
 * change in silence which script holds what.
 *
 * @param {string} root - of the project
 * @param {readonly string[]} places
 * @returns {import('vite').Plugin}
 */
export function placesAreUsed(root, places) {
  return {
    name: 'places-are-used',
    apply: 'build',
    buildEnd(error) {
      if (error !== undefined) return;
      const ids = [...this.getModuleIds()];
      const unused = places.filter((place) => !ids.some((id) => modulesIn(root, [place]).test(id)));
      if (unused.length > 0) this.error(`vite.config.ts names what no module of this build lies in: ${unused.join(', ')}`);
    },
  };
}

/** @param {string} text */
function escape(text) {
  return text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);
}
