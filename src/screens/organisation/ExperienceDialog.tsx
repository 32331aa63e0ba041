import type { OwnExperienceSettings } from '#contract/experience/experience.ts';
import { COLLABORATE } from '#domain/experience/collaborate.ts';
import { CheckField } from '#src/ui/fields/CheckField.tsx';
import { ErrorSummary } from '#src/ui/fields/ErrorSummary.tsx';
import { ConfirmModal } from '#src/ui/layout/ConfirmModal.tsx';
import { useState } from 'react';
import styles from './organisation.module.css';
import { useExperienceChange } from './use-experience-change.ts';

type Props = { readonly stored: OwnExperienceSettings; readonly onClose: () => void };

const LICENCE_FIELD = 'experience-licence';

/** Switches the three questions on once the licence was read, or off. */
export function ExperienceDialog({ stored, onClose }: Props) {
  const [licence, setLicence] = useState(stored.hasReadLicence ? 'YES' : 'NO');
  const [isOn, setOn] = useState(stored.isOn ? 'YES' : 'NO');
  const { save, problems, isSaving } = useExperienceChange(stored, { onSaved: onClose, fieldOf: () => LICENCE_FIELD });
  return (
    <ConfirmModal
      opened
      title="Was I heard?"
      okLabel="Save"
      busy={isSaving}
      onOk={() => save({ hasReadLicence: licence === 'YES', isOn: isOn === 'YES' })}
      onCancel={onClose}
    >
      <div className={styles.stack}>
        <ErrorSummary problems={problems} />
        <p>
          {COLLABORATE.name}, {COLLABORATE.source}. Its author gives it under {COLLABORATE.licence}: name the source, change no
          word, and no commercial use. Ask the author where your use may be another one.
        </p>
        <CheckField
          id={LICENCE_FIELD}
          label="I have read the licence, and it allows our use"
          value={licence}
          error={problems.find(({ field }) => field === LICENCE_FIELD)?.message}
          onChange={setLicence}
        />
        <CheckField
          id="experience-on"
          label="Ask people after they have signed"
          hint="Once for each form, on the tablet and by a link. They may skip it."
          value={isOn}
          onChange={setOn}
        />
      </div>
    </ConfirmModal>
  );
}
