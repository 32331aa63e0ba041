import * as v from 'valibot';
import { NODES_MOST, TemplateNode } from './template.ts';

/** Levels of a template, so that no body can exhaust the reader [choice]. */
const LEVELS_MOST = 6;
/** The deepest level of a list or a border: its items, a link in one and the link's words are three levels more. */
export const DEEPEST_HOLDER = LEVELS_MOST - 3;

/** The nodes of a template: known types only and at most six levels deep, so that no body can exhaust the reader. */
export const TemplateNodes = v.pipe(
  v.custom<unknown[]>(
    (value) => Array.isArray(value) && depthOf(value) <= LEVELS_MOST,
    `The nodes must be a list of at most ${LEVELS_MOST} levels`,
  ),
  v.array(TemplateNode),
  v.maxLength(NODES_MOST, `A template holds at most ${NODES_MOST} nodes`),
);

function depthOf(value: readonly unknown[], level = 1): number {
  if (level > LEVELS_MOST) return level;
  return value.reduce<number>((deepest, node) => {
    const children: unknown = typeof node === 'object' && node !== null && 'children' in node ? node.children : undefined;
    return Array.isArray(children) ? Math.max(deepest, depthOf(children, level + 1)) : deepest;
  }, level);
}
