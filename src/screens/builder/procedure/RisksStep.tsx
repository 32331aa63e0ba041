import { procedureInWords } from '#domain/consents/consent.ts';
import { commonDenominator } from '#domain/library/frequency.ts';
import { AlternativesPanel } from './AlternativesPanel.tsx';
import { BenefitsPanel } from './BenefitsPanel.tsx';
import { LibraryPanel } from './LibraryPanel.tsx';
import { MissingList } from '../parts/MissingList.tsx';
import { changeProcedure, riskLines } from './procedure-edits.ts';
import { RisksPanel } from './RisksPanel.tsx';
import { SectionsPanel } from './SectionsPanel.tsx';
import type { BuilderStepProps } from '../parts/step-props.ts';
import styles from '../parts/builder.module.css';

/** Second step: what can go wrong, what it is good for, and what else can be done, procedure by procedure. */
export function RisksStep({ draft, edit, library, missing, onGo, errorAt }: BuilderStepProps) {
  const { procedures } = draft;
  // One denominator for every pictogram of the screen, or they could not be compared.
  const shown = procedures.flatMap(({ procedureID, personalRisks, ...rest }) => [
    ...riskLines({ procedureID, personalRisks, ...rest }, library.get(procedureID)?.risks ?? []).map(({ risk }) => risk),
    ...personalRisks,
  ]);
  const over = commonDenominator(shown.map(({ frequency }) => frequency));
  return procedures.map((chosen, at) => {
    const entry = library.get(chosen.procedureID);
    const props = {
      at,
      chosen,
      entry,
      errorAt,
      prefix: procedures.length > 1 ? `${chosen.procedureName}: ` : '',
      change: (change: Partial<typeof chosen>) => edit((before) => changeProcedure(before, at, change)),
    };
    return (
      <div key={chosen.procedureID} className={styles.section}>
        {procedures.length > 1 && <h2>{procedureInWords(chosen)}</h2>}
        <div className={styles.beside}>
          <div>
            <RisksPanel {...props} over={over} />
          </div>
          <div>
            <BenefitsPanel {...props} />
            <AlternativesPanel {...props} />
            <SectionsPanel {...props} />
            <LibraryPanel {...props} />
            {at === 0 && <MissingList missing={missing} onGo={onGo} />}
          </div>
        </div>
      </div>
    );
  });
}
