import type { ConsentProcedure } from './consent.ts';
import { commonDenominator, formatFrequency, type FormattedFrequency } from './frequency.ts';
import type { Risk } from './procedure-parts.ts';
import { sourceLine } from './source-line.ts';

/** One risk with everything that is shown beside its name. */
export type ShownRisk = {
  readonly risk: Risk;
  /** null where no figure is available */
  readonly figure: FormattedFrequency | null;
  /** empty where nothing is known */
  readonly source: string;
};

type ShownRisks = {
  /** the people over whom every figure of the procedure is told and drawn */
  readonly over: 100 | 1000;
  readonly risks: readonly ShownRisk[];
  readonly personalRisks: readonly ShownRisk[];
};

/** The risks of one procedure as page and document show them: every figure over the same number of people, so that they can be compared. */
export function shownRisks({ risks, personalRisks }: Pick<ConsentProcedure, 'risks' | 'personalRisks'>): ShownRisks {
  const over = commonDenominator([...risks, ...personalRisks].map(({ frequency }) => frequency));
  const shown = (risk: Risk): ShownRisk => ({
    risk,
    figure: risk.frequency === null ? null : formatFrequency(risk.frequency, over),
    source: sourceLine(risk),
  });
  return { over, risks: risks.map(shown), personalRisks: personalRisks.map(shown) };
}
