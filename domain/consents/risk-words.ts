import { procedureInWords, type ConsentProcedure } from './consent.ts';
import { commonDenominator, formatFrequency, type FormattedFrequency } from '#domain/library/frequency.ts';
import type { Risk } from '#domain/library/procedure-parts.ts';
import { sourceLine } from '#domain/values/source-line.ts';

/** One risk with everything that is shown beside its name. */
export type ShownRisk = {
  readonly risk: Risk;
  /** null where no figure is available */
  readonly figure: FormattedFrequency | null;
  /** empty where nothing is known */
  readonly source: string;
  /** the later procedures that have the same risk, in words: it stands once, here */
  readonly alsoFor: readonly string[];
};

type ShownRisks = {
  /** the people over whom every figure of the procedure is told and drawn */
  readonly over: 100 | 1000;
  readonly risks: readonly ShownRisk[];
  readonly personalRisks: readonly ShownRisk[];
  /** the names of the risks that stand at an earlier procedure, and count for this one as well */
  readonly shared: readonly string[];
};

type Procedures = readonly Pick<ConsentProcedure, 'risks' | 'personalRisks' | 'procedureName' | 'side' | 'site'>[];

/**
 * The risks of one procedure of a form as page and document show them: every figure over the same number of people, so that they can be
 * compared. A risk of several procedures stands once, at the first, where name, words, figure and source are the same for all; risks of
 * the patient's own health stay with their procedure.
 */
export function shownRisks(procedures: Procedures, at: number): ShownRisks {
  const { risks = [], personalRisks = [] } = procedures[at] ?? {};
  const isAt = ({ risks: listed }: Procedures[number], key: string) => listed.some((each) => keyOf(each) === key);
  const isEarlier = (risk: Risk) => procedures.slice(0, at).some((each) => isAt(each, keyOf(risk)));
  const own = risks.filter((each) => !isEarlier(each));
  const over = commonDenominator([...own, ...personalRisks].map(({ frequency }) => frequency));
  const shown = (risk: Risk, later: Procedures = []): ShownRisk => ({
    risk,
    figure: risk.frequency === null ? null : formatFrequency(risk.frequency, over),
    source: sourceLine(risk),
    alsoFor: later.filter((each) => isAt(each, keyOf(risk))).map(procedureInWords),
  });
  return {
    over,
    risks: own.map((each) => shown(each, procedures.slice(at + 1))),
    personalRisks: personalRisks.map((each) => shown(each)),
    shared: risks.filter(isEarlier).map(({ name }) => name),
  };
}

// Folded by case alone: two names that differ by a mark stand twice rather than lose one.
function keyOf(risk: Risk): string {
  const { name, text, frequency } = risk;
  return JSON.stringify([name.toLowerCase(), text, frequency?.num, frequency?.den, frequency?.basis, sourceLine(risk)]);
}
