import type { ConsentProcedure } from '#domain/consent.ts';
import type { Missing } from '#domain/completeness.ts';
import type { Patient } from '#domain/patient.ts';
import type { Procedure } from '#domain/procedure.ts';
import type { Draft } from './draft.ts';

/** What every step of the builder is given. */
export type StepProps = {
  readonly patient: Patient;
  readonly draft: Draft;
  /** Changes the draft on this screen; it is saved by itself soon after. */
  readonly edit: (change: (draft: Draft) => Draft) => void;
  /** The library's present entries of the chosen procedures, as far as they have arrived. */
  readonly library: ReadonlyMap<string, Procedure>;
  readonly missing: readonly Missing[];
  /** Leads to a step and, there, to a field. */
  readonly onGo: (to: Pick<Missing, 'step' | 'path'>) => void;
  /** What is wrong with a field, by its path. */
  readonly errorAt: (path: string) => string | undefined;
};

/** One chosen procedure of a step. */
export type ProcedureProps = Pick<StepProps, 'errorAt'> & {
  readonly at: number;
  readonly chosen: ConsentProcedure;
  /** The library's present entry; undefined until it has arrived. */
  readonly entry: Procedure | undefined;
  readonly change: (change: Partial<ConsentProcedure>) => void;
  /** Stands before a panel’s title where several procedures have the same panels: each must have a name of its own. */
  readonly prefix: string;
};
