/** An address: who may open it, its screen, and the tests that open it by its address. */
export type ListedRoute = { path: string; who: string; screen: string; tests: string[] };

/** All addresses of the product, from the code below `root`, in the order of their paths. */
export function listRoutes(root: string): ListedRoute[];

/** The same as Markdown. */
export function routesPage(root: string): string;
