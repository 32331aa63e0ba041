import { Button } from '@mantine/core';
import { useEffect, useState } from 'react';
import { ABILITIES, type Ability } from '#domain/capacity/capacity-test.ts';
import { NOTE_MOST } from '#domain/values/text-limits.ts';
import { TextAreaField } from '#src/ui/fields/TextAreaField.tsx';
import { YesNoField } from '#src/ui/fields/YesNoField.tsx';
import { ABILITY_WORDS } from './capacity-sentence.ts';
import styles from './capacity.module.css';
import { changeAbility } from './capacity-edits.ts';
import { idOf } from '../parts/steps.ts';
import type { CapacityStepForm } from './use-capacity-form.ts';

/** The four abilities, one open at a time: an answered one is one line with “Change”, a later one its name. */
export function AbilityQuestions({ form }: { readonly form: CapacityStepForm }) {
  const { test } = form.capacity;
  const [opened, setOpened] = useState<Ability | 'none' | null>(null);
  const [focused, setFocused] = useState<Ability | null>(null);
  useEffect(() => {
    if (focused !== null) document.getElementById(idOf(`capacity.test.${focused}.able`))?.focus();
  }, [focused]);
  const firstOpen = ABILITIES.find((ability) => test[ability].able === null);
  const lacksEvidence = (ability: Ability) => test[ability].able === false && test[ability].evidence === '';
  const current = opened === 'none' ? undefined : (opened ?? firstOpen);
  const show = (ability: Ability) => {
    setOpened(ability);
    setFocused(ability);
  };
  const goOn = (from: Ability) => {
    const next = ABILITIES.find((ability) => ability !== from && test[ability].able === null);
    if (next !== undefined) return show(next);
    setOpened('none');
    setFocused(null);
  };
  return (
    <div className={styles.questions}>
      {ABILITIES.map((ability) =>
        ability === current || lacksEvidence(ability) ? (
          <OpenQuestion
            key={ability}
            form={form}
            ability={ability}
            onAnswer={() => setOpened(ability)}
            onDone={() => goOn(ability)}
          />
        ) : (
          <ClosedQuestion key={ability} form={form} ability={ability} onOpen={() => show(ability)} />
        ),
      )}
    </div>
  );
}

type OpenProps = {
  readonly form: CapacityStepForm;
  readonly ability: Ability;
  /** The question stays open, whatever is answered. */
  readonly onAnswer: () => void;
  readonly onDone: () => void;
};

function OpenQuestion({ form, ability, onAnswer, onDone }: OpenProps) {
  const { able, evidence } = form.capacity.test[ability];
  const { title, hint } = ABILITY_WORDS[ability];
  const path = `test.${ability}`;
  const change = (fields: { able?: boolean; evidence?: string }) => {
    onAnswer();
    form.edit((before) => changeAbility(before, { ability, ...fields }, form.by()));
  };
  return (
    <div className={styles.open}>
      <YesNoField
        {...form.answer(`${path}.able`, able)}
        label={title}
        hint={hint}
        onChange={(answer) => change({ able: answer })}
      />
      {able !== null && (
        <>
          <TextAreaField
            {...form.field(`${path}.evidence`)}
            label="What did you see or hear?"
            optional={able}
            minRows={1}
            maxLength={NOTE_MOST}
            value={evidence}
            onChange={(text) => change({ evidence: text })}
          />
          <div className={styles.goOn}>
            <Button variant="default" onClick={onDone}>
              Done <span className="visually-hidden">with “{title}”</span>
            </Button>
          </div>
        </>
      )}
    </div>
  );
}

type ClosedProps = { readonly form: CapacityStepForm; readonly ability: Ability; readonly onOpen: () => void };

function ClosedQuestion({ form, ability, onOpen }: ClosedProps) {
  const { able, evidence } = form.capacity.test[ability];
  const { title, hint } = ABILITY_WORDS[ability];
  const { id } = form.field(`test.${ability}.able`);
  return (
    <div className={styles.closed} data-answered={able !== null || undefined}>
      <strong>{title}</strong>
      <span className={styles.answer}>{able === null ? '' : able ? 'Yes' : 'No'}</span>
      <span className={styles.evidence}>{able === null ? hint : evidence}</span>
      <Button id={id} variant="subtle" size="sm" onClick={onOpen}>
        {able === null ? 'Answer' : 'Change'} <span className="visually-hidden">“{title}”</span>
      </Button>
    </div>
  );
}
