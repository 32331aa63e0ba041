import type { OwnExperienceSettings } from '#contract/experience/experience.ts';
import type { PastedWording } from '#domain/experience/experience-settings.ts';
import { languageAttributes } from '#domain/values/patient-languages.ts';
import { hasInk } from '#domain/values/ink.ts';
import { ErrorSummary } from '#src/ui/fields/ErrorSummary.tsx';
import { TextAreaField } from '#src/ui/fields/TextAreaField.tsx';
import { ConfirmModal } from '#src/ui/layout/ConfirmModal.tsx';
import { Button } from '@mantine/core';
import { useState } from 'react';
import styles from './organisation.module.css';
import { useExperienceChange } from './use-experience-change.ts';

/** The language and reader of pasted words; `name`: both, as they are shown. */
export type ChosenWording = Pick<PastedWording, 'language' | 'reader'> & { readonly name: string };

type Props = { readonly stored: OwnExperienceSettings; readonly wording: ChosenWording; readonly onClose: () => void };

const LINES_FIELD = 'wording-lines';

/** Takes the author's words in a language, as they are pasted, or ends them. */
export function WordingDialog({ stored, wording: { language, reader, name }, onClose }: Props) {
  const isHere = (each: PastedWording) => each.language === language && each.reader === reader;
  const before = stored.wordings.find((each) => isHere(each));
  const [text, setText] = useState(before?.lines.join('\n') ?? '');
  const { save, problems, isSaving } = useExperienceChange(stored, { onSaved: onClose, fieldOf: () => LINES_FIELD });
  const others = stored.wordings.filter((each) => !isHere(each));
  const lines = text.split('\n').filter((line) => hasInk(line));
  return (
    <ConfirmModal
      opened
      title={`Words in ${name}`}
      okLabel="Save words"
      busy={isSaving}
      onOk={() => save({ wordings: [...others, { language, reader, lines }] })}
      onCancel={onClose}
    >
      <div className={styles.stack}>
        <ErrorSummary problems={problems} />
        <TextAreaField
          id={LINES_FIELD}
          label="Questions and answers"
          hint="Paste an official translation of the author, eight lines: the three questions, then the five answers, from no effort to every effort."
          value={text}
          error={problems.find(({ field }) => field === LINES_FIELD)?.message}
          minRows={9}
          {...languageAttributes(language)}
          onChange={setText}
        />
        {before !== undefined && (
          <div>
            <Button variant="default" loading={isSaving} onClick={() => save({ wordings: others })}>
              Remove these words
            </Button>
          </div>
        )}
      </div>
    </ConfirmModal>
  );
}
