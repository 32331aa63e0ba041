import type { Referral } from '#contract/shapes/referral-shapes.ts';
import type { ConsentProcedure } from '#domain/consents/consent.ts';
import type { Missing } from '#domain/forms/missing.ts';
import type { Patient } from '#domain/patients/patient.ts';
import type { Procedure } from '#domain/library/procedure.ts';
import type { Draft } from '../draft/draft.ts';

/** The props of every step of the builder. */
export type BuilderStepProps = {
  readonly patient: Patient;
  readonly draft: Draft;
  /** that of the case; null where nobody referred it */
  readonly referral: Referral | null;
  /** Changes the draft on this screen; autosave follows soon after. */
  readonly edit: (change: (draft: Draft) => Draft) => void;
  /** The procedures of the form before; none where there was none. */
  readonly oldProcedures: readonly ConsentProcedure[];
  /** The library's present entries of the chosen procedures, as far as they are loaded. */
  readonly library: ReadonlyMap<string, Procedure>;
  readonly missing: readonly Missing[];
  /** Opens a step and focuses a field of it. */
  readonly onGo: (to: Pick<Missing, 'step' | 'path'>) => void;
  /** The problem of a field, by its path. */
  readonly errorAt: (path: string) => string | undefined;
  /** The step was left before: empty fields may say that they are missing. */
  readonly isRevisited: boolean;
};

/** One chosen procedure of a step. */
export type ProcedureProps = Pick<BuilderStepProps, 'errorAt'> & {
  readonly at: number;
  readonly chosen: ConsentProcedure;
  /** The library's present entry; undefined until it is loaded. */
  readonly entry: Procedure | undefined;
  readonly change: (change: Partial<ConsentProcedure>) => void;
  /** Precedes a panel’s title where several procedures have the same panels: each panel needs a unique name. */
  readonly prefix: string;
};
