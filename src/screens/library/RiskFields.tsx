import { commonDenominator, frequencySentence, type Frequency } from '#domain/library/frequency.ts';
import { Icon } from '#src/ui/theme/Icon.tsx';
import { Panel } from '#src/ui/layout/Panel.tsx';
import { StateChip } from '#src/ui/layout/StateChip.tsx';
import { useState } from 'react';
import { linesAt, type FormEditing } from './edit-lines.ts';
import { AddLineButton } from '#src/editing/LineButtons.tsx';
import styles from './library.module.css';
import type { RiskForm } from './procedure-form.ts';
import { frequencyOf } from './procedure-input.ts';
import { RiskEditor } from './RiskEditor.tsx';

const NEW_RISK: Omit<RiskForm, 'key'> = {
  name: '',
  text: '',
  hasFigure: null,
  num: '',
  den: '',
  basis: null,
  source: '',
  year: '',
  population: '',
  core: false,
};

/** The risks: one is open beside the picture that the patient will see, the others are lines with their figure. */
export function RiskFields({ editor }: { readonly editor: FormEditing }) {
  const { lines, add } = linesAt(editor, 'risks');
  const [opened, setOpened] = useState<string | null>(null);
  const over = commonDenominator(lines.map(shownFrequency));
  const hasProblem = (at: number) => PARTS.some((part) => editor.errorAt(`risks.${at}.${part}`) !== undefined);
  return (
    <Panel title="Risks">
      <div className={styles.lines}>
        {lines.map((risk, at) =>
          risk.key === opened || hasProblem(at) ? (
            <RiskEditor
              key={risk.key}
              editor={editor}
              at={at}
              over={over}
              frequency={shownFrequency(risk)}
              onClose={() => setOpened(null)}
            />
          ) : (
            <RiskLine key={risk.key} risk={risk} at={at} onOpen={() => setOpened(risk.key)} />
          ),
        )}
      </div>
      <AddLineButton id="add-risk" onClick={() => setOpened(add(NEW_RISK))}>
        Add a risk
      </AddLineButton>
    </Panel>
  );
}

const PARTS = ['name', 'text', 'hasFigure', 'num', 'den', 'basis', 'source', 'year', 'population'] as const;

/** The figure that can be drawn: two whole numbers, and not more than everybody. */
function shownFrequency(risk: RiskForm): Frequency {
  const frequency = frequencyOf(risk);
  if (frequency === null) return null;
  const { num, den } = frequency;
  return Number.isInteger(num) && Number.isInteger(den) && num >= 0 && den >= 1 && num <= den ? frequency : null;
}

function RiskLine({ risk, at, onOpen }: { readonly risk: RiskForm; readonly at: number; readonly onOpen: () => void }) {
  return (
    <button type="button" className={styles.riskLine} id={`risks.${at}.source`} onClick={onOpen}>
      <b>{risk.name || 'Risk without a name'}</b>
      <span className={`${styles.figure} num`}>
        {risk.core && <StateChip tag>core</StateChip>}
        {frequencySentence(shownFrequency(risk))}
        <span className="visually-hidden">: change</span>
        <Icon name="down" />
      </span>
    </button>
  );
}
