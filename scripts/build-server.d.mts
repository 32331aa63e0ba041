/** Every TypeScript file that Node runs by itself: name of the bundle to its source, from the project's root. */
export const serverEntries: Record<string, string>;

/** Bundles TypeScript for Node 20 into `outDir`; packages stay outside and are found in node_modules. */
export function buildServer(options: { outDir: string; entries?: Record<string, string>; watch?: boolean }): Promise<unknown>;
