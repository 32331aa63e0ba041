import { Group } from '@mantine/core';
import { useState } from 'react';
import { Risk, SOURCE_MOST } from '#domain/library/procedure-parts.ts';
import { hasInk } from '#domain/values/ink.ts';
import { NAME_MOST, NOTE_MOST } from '#domain/values/text-limits.ts';
import { BASIS_CHOICES, BASIS_LABEL, basisOf } from '#src/editing/figure-basis.ts';
import { ChoiceCards } from '#src/ui/fields/ChoiceCards.tsx';
import { ConfirmModal } from '#src/ui/layout/ConfirmModal.tsx';
import { ErrorSummary } from '#src/ui/fields/ErrorSummary.tsx';
import { TextAreaField } from '#src/ui/fields/TextAreaField.tsx';
import { TextField } from '#src/ui/fields/TextField.tsx';
import { ownRisk, type OwnRiskText } from './own-risk.ts';
import styles from '../parts/builder.module.css';

type Props = {
  readonly procedureName: string;
  /** The risk to change; undefined for a new one. */
  readonly start: Risk | undefined;
  readonly onOk: (risk: Risk) => void;
  readonly onCancel: () => void;
};

/** A risk specific to this patient, with a frequency if known. */
export function OwnRiskModal({ procedureName, start, onOk, onCancel }: Props) {
  const [text, setText] = useState<OwnRiskText>(() => textOf(start));
  const [faults, setFaults] = useState<ReadonlyMap<keyof OwnRiskText, string>>(new Map());
  const field = (name: Exclude<keyof OwnRiskText, 'basis'>) => ({
    id: `own-risk-${name}`,
    value: text[name],
    onChange: (value: string) => setText((before) => ({ ...before, [name]: value })),
    error: faults.get(name),
  });
  const keep = () => {
    const made = ownRisk(text);
    if (made.ok) onOk(made.risk);
    else setFaults(made.faults);
  };
  return (
    <ConfirmModal
      opened
      title={start === undefined ? 'Add a risk for this patient' : 'Change this risk'}
      okLabel={start === undefined ? 'Add risk' : 'Change risk'}
      onOk={keep}
      onCancel={onCancel}
    >
      <div className={styles.stack}>
        <p className={styles.reading}>{procedureName}. The library itself does not change; your risk is listed with its risks.</p>
        <ErrorSummary problems={[...faults].map(([name, message]) => ({ field: `own-risk-${name}`, message }))} />
        <TextField label="Risk" maxLength={NAME_MOST} hint="In plain words, for example: Slow healing" {...field('name')} />
        <TextAreaField label="What it means" optional maxLength={NOTE_MOST} minRows={2} {...field('text')} />
        <Group gap="md" align="flex-end" wrap="nowrap">
          <TextField label="It happens to" optional inputMode="numeric" {...field('num')} />
          <TextField label="out of this many people" optional inputMode="numeric" {...field('den')} />
        </Group>
        {(hasInk(text.num) || hasInk(text.den)) && (
          <ChoiceCards
            id="own-risk-basis"
            label={BASIS_LABEL}
            value={text.basis}
            onChange={(basis) => setText((before) => ({ ...before, basis }))}
            error={faults.get('basis')}
            choices={BASIS_CHOICES}
          />
        )}
        <TextField label="Source of the figure" optional maxLength={SOURCE_MOST} {...field('source')} />
      </div>
    </ConfirmModal>
  );
}

function textOf(risk: Risk | undefined): OwnRiskText {
  return {
    name: risk?.name ?? '',
    text: risk?.text ?? '',
    num: risk?.frequency?.num.toString() ?? '',
    den: risk?.frequency?.den.toString() ?? '',
    basis: basisOf(risk?.frequency ?? null),
    source: risk?.source ?? '',
  };
}
