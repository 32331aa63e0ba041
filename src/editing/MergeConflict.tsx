import { languageAttributes } from '#domain/values/patient-languages.ts';
import { ChoiceCards } from '#src/ui/fields/ChoiceCards.tsx';
import { Panel } from '#src/ui/layout/Panel.tsx';
import { TemplateText } from '#src/ui/clinical/TemplateText.tsx';
import { Button, Modal } from '@mantine/core';
import { useState } from 'react';
import type { Clash, FormMerge, MergeSide, MergeWords } from './form-merge.ts';
import styles from './editing.module.css';

type MergeConflictProps<F> = {
  /** `procedure` */
  readonly noun: string;
  /** the other author and the time; empty where not known */
  readonly about?: string | undefined;
  readonly merge: FormMerge<F>;
  readonly choices: Readonly<Record<string, MergeSide>>;
  readonly onChoose: (id: string, side: MergeSide) => void;
};

/** Both values side by side of each thing that two people changed; what only the other person changed is named. */
export function MergeConflict<F>({ noun, about, merge: { clashes, taken }, choices, onChoose }: MergeConflictProps<F>) {
  return (
    <Panel title={`Somebody else saved this ${noun} while you were typing`}>
      <div className={styles.stack}>
        {about !== undefined && <p>{about}</p>}
        {clashes.map((clash) => (
          <div key={clash.id} className={styles.stack}>
            <ChoiceCards
              id={`keep-${clash.id}`}
              label={`${clash.label}: which one do you want to keep?`}
              stacked
              value={choices[clash.id] ?? null}
              onChange={(side) => onChoose(clash.id, side)}
              choices={[
                { value: 'mine', label: 'Yours', hint: <SideWords words={clash.words.mine} /> },
                { value: 'theirs', label: 'Theirs', hint: <SideWords words={clash.words.theirs} /> },
              ]}
            />
            {clash.text !== undefined && <WholeText label={clash.label} text={clash.text} />}
          </div>
        ))}
        {taken.length > 0 && <p>They also changed: {taken.join(', ')}. That is in the form now.</p>}
        <p>Nothing has been overwritten. Save again once the form is right.</p>
      </div>
    </Panel>
  );
}

function SideWords({ words }: { readonly words: readonly MergeWords[] }) {
  return words.map(({ label, text, language }) => (
    <span key={`${label} ${text}`} className={styles.side}>
      {label !== '' && `${label}: `}
      <span {...languageAttributes(language ?? 'en')}>{text}</span>
    </span>
  ));
}

function WholeText({ label, text }: { readonly label: string; readonly text: NonNullable<Clash<unknown>['text']> }) {
  const [isShown, setShown] = useState(false);
  const { nodes, language } = text;
  return (
    <div>
      <Button variant="default" onClick={() => setShown(true)}>
        Read theirs as a whole<span className="visually-hidden">: {label}</span>
      </Button>
      <Modal
        opened={isShown}
        onClose={() => setShown(false)}
        title={<strong>{label}, as it is saved now</strong>}
        size="lg"
        closeButtonProps={{ 'aria-label': 'Close' }}
      >
        <div {...languageAttributes(language ?? 'en')}>
          <TemplateText nodes={nodes} />
        </div>
      </Modal>
    </div>
  );
}
