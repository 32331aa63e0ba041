import type { Plugin } from 'vite';

/** An expression for the ids of modules in some places below `root`, without those in the places of `except`. */
export function modulesIn(root: string, places: readonly string[], except?: readonly string[]): RegExp;

/** Fails a build that has no module in one of the places. */
export function placesAreUsed(root: string, places: readonly string[]): Plugin;
