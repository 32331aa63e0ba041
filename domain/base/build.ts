import * as v from 'valibot';

/** The version of the product that this build is of, and of the API that it speaks: a page and its server come from one build. */
export const BUILD = '0.1.0';

/** The day on which this build was made: plain date. It is written down, so that two builds of the same sources are the same. */
export const BUILD_DATE = '2026-11-30';

/** The oldest build whose calls this server takes: it is raised when a change of the API leaves older pages behind [choice]. */
export const OLDEST_BUILD = '0.1.0';

/** A version in three numbers. */
export const BuildVersion = v.pipe(
  v.string('A version is three numbers, such as 0.1.0'),
  v.regex(/^\d{1,4}\.\d{1,4}\.\d{1,4}$/, 'A version is three numbers, such as 0.1.0'),
);

/** Whether one build is older than another; both are {@link BuildVersion}s. */
export function isOlderBuild(build: string, other: string): boolean {
  const [mine, theirs] = [build, other].map((each) => each.split('.').map(Number));
  for (const at of [0, 1, 2]) {
    const difference = (mine?.[at] ?? 0) - (theirs?.[at] ?? 0);
    if (difference !== 0) return difference < 0;
  }
  return false;
}
