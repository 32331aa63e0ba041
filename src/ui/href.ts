declare const checked: unique symbol;

/**
 * An address inside the app, path and search. A plain string does not pass for one: src/paths.ts builds them against the
 * registered routes.
 */
export type Href = string & { readonly [checked]: true };
