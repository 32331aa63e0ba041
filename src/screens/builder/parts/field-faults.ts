import type { BuilderStepProps } from './step-props.ts';

type Around = Pick<BuilderStepProps, 'draft' | 'missing' | 'errorAt' | 'isRevisited'>;

/**
 * The sentence at a field: a refusal of the last save, or a fault of an answer that was given. A field that is still empty says so only
 * once its step was left: nobody is blamed for what they have not come to.
 */
export function fieldFaults({ draft, missing, errorAt, isRevisited }: Around): (path: string) => string | undefined {
  return (path) =>
    errorAt(path) ?? (isRevisited || isAnswered(draft, path) ? missing.find((each) => each.path === path)?.message : undefined);
}

function isAnswered(draft: Around['draft'], path: string): boolean {
  let value: unknown = draft;
  for (const key of path.split('.')) {
    if (typeof value !== 'object' || value === null) return false;
    // The keys of a path are those of the draft; what is not there is undefined.
    value = (value as Record<string, unknown>)[key];
  }
  if (Array.isArray(value)) return value.length > 0;
  return value !== undefined && value !== null && value !== '' && value !== 'NOT_ASKED';
}
