import { commonDenominator, formatFrequency } from '#domain/library/frequency.ts';
import type { Risk } from '#domain/library/procedure-parts.ts';
import { figureNote } from '#src/ui/clinical/frequency-text.ts';
import { FrequencyLine } from '#src/ui/clinical/FrequencyLine.tsx';
import { IconArray } from '#src/ui/clinical/IconArray.tsx';
import { Panel } from '#src/ui/layout/Panel.tsx';
import { StateChip } from '#src/ui/layout/StateChip.tsx';
import styles from './library.module.css';

/** The risks with comparable pictograms: all drawn over the same number of people. */
export function ProcedureRisks({ risks }: { readonly risks: readonly Risk[] }) {
  const over = commonDenominator(risks.map(({ frequency }) => frequency));
  return (
    <Panel title="Risks" rows>
      {risks.map((risk) => (
        <li key={risk.name}>
          <RiskRow risk={risk} over={over} />
        </li>
      ))}
    </Panel>
  );
}

function RiskRow({ risk, over }: { readonly risk: Risk; readonly over: 100 | 1000 }) {
  const formatted = risk.frequency === null ? null : formatFrequency(risk.frequency, over);
  const source = [risk.source, risk.year, risk.population].filter((part) => part !== null).join(', ');
  return (
    <div className={styles.risk}>
      <div className={styles.words}>
        <div className={styles.head}>
          <h3>{risk.name}</h3>
          {risk.core && <StateChip tag>core</StateChip>}
        </div>
        {risk.text !== '' && <p>{risk.text}</p>}
        <FrequencyLine
          figure={formatted?.words ?? null}
          word={formatted?.word}
          note={formatted === null ? undefined : figureNote(formatted)}
          source={source}
        />
      </div>
      {formatted !== null && formatted.total > 0 && (
        <IconArray count={formatted.filled} total={formatted.total} label={formatted.words} />
      )}
    </div>
  );
}
