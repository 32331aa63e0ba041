import type { Call } from '../contract/engine/define.ts';

/** The list of all calls, as Markdown. */
export function callsPage(calls: Readonly<Record<string, Call>>): string;
