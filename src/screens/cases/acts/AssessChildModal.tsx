import type { Consent } from '#contract/shapes/record-shapes.ts';
import { GILLICK_POINTS } from '#domain/family/child.ts';
import { FEW_CHILDREN_WORDS, GILLICK_POINT_WORDS } from '#domain/family/family-words.ts';
import { NOTE_MOST } from '#domain/values/text-limits.ts';
import { ChoiceCards } from '#src/ui/fields/ChoiceCards.tsx';
import { TextAreaField } from '#src/ui/fields/TextAreaField.tsx';
import { ConfirmModal } from '#src/ui/layout/ConfirmModal.tsx';
import { Notice } from '#src/ui/Notice.tsx';
import { DialogError } from '../DialogError.tsx';
import styles from '../cases.module.css';
import { useChildAssessment } from './use-child-assessment.ts';
import { YES_OR_NO } from './yes-no.ts';

type Props = { readonly consent: Consent; readonly onClose: () => void };

/** Stores the assessment of a child by a second person: five points, a verdict and its reason, under the own account. */
export function AssessChildModal({ consent, onClose }: Props) {
  const assessing = useChildAssessment(consent, onClose);
  const { points, able, reason, errorAt } = assessing;
  const other = assessing.otherFaults[0]?.message ?? null;
  return (
    <ConfirmModal
      opened
      title="Assess the child yourself"
      okLabel="Record the assessment"
      busy={assessing.isSaving}
      okDisabled={!assessing.isComplete}
      onOk={() => void assessing.save()}
      onCancel={onClose}
    >
      <div className={styles.stack}>
        <Notice tone="warn" title={FEW_CHILDREN_WORDS}>
          Talk with the child alone, and judge for yourself. Your name and the time are recorded.
        </Notice>
        {GILLICK_POINTS.map((point) => (
          <ChoiceCards
            key={point}
            id={`second-${point}`}
            label={GILLICK_POINT_WORDS[point]}
            choices={YES_OR_NO}
            value={points[point] ?? null}
            onChange={(value) => assessing.answer(point, value)}
            error={errorAt(`points.${point}`)}
          />
        ))}
        <ChoiceCards
          id="second-able"
          label="So: can the child decide alone about this treatment?"
          choices={YES_OR_NO}
          value={able}
          onChange={assessing.setAble}
          error={errorAt('able')}
        />
        <TextAreaField
          id="second-reason"
          label="Why do you judge so?"
          value={reason}
          onChange={assessing.setReason}
          maxLength={NOTE_MOST}
          error={errorAt('reason')}
        />
        <DialogError words={other} />
      </div>
    </ConfirmModal>
  );
}
