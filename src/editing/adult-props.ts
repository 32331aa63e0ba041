import type { Parent } from '#domain/family/parent.ts';

/** Props of one part of an adult's panel. */
export type AdultProps = {
  readonly parent: Parent;
  /** The id of a field of this adult. */
  readonly idAt: (field: string) => string;
  readonly faultAt: (field: string) => string | undefined;
  readonly change: (change: Partial<Parent>) => void;
};
