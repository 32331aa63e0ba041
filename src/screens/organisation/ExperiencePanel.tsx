import { COLLABORATE, type ExperienceReader } from '#domain/experience/collaborate.ts';
import { PASTED_WORDINGS } from '#domain/experience/experience-settings.ts';
import { ENGLISH_NAMES, isPatientLanguage, type PageLanguage } from '#domain/values/patient-languages.ts';
import { experienceSettingsOptions } from '#src/queries/organisation.ts';
import { useProduct } from '#src/queries/reference.ts';
import { QueryFailure } from '#src/results/QueryFailure.tsx';
import { Panel } from '#src/ui/layout/Panel.tsx';
import { Skeleton } from '#src/ui/layout/Skeleton.tsx';
import { StateChip } from '#src/ui/layout/StateChip.tsx';
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { EntryRow } from './EntryRow.tsx';
import { ExperienceDialog } from './ExperienceDialog.tsx';
import styles from './organisation.module.css';
import { WordingDialog, type ChosenWording } from './WordingDialog.tsx';

const READERS: Readonly<Record<ExperienceReader, string>> = {
  PATIENT: 'patients',
  PARENT: 'parents about a child',
  CONSULTEE: 'those asked for an adult who cannot decide',
};

/** Whether people who have signed are asked three questions, and the words of the author that an administrator has pasted. */
export function ExperiencePanel() {
  const { data, isError, error, refetch } = useQuery(experienceSettingsOptions());
  const [isChanging, setChanging] = useState(false);
  const [chosen, setChosen] = useState<ChosenWording | null>(null);
  const { languages } = useProduct();
  const isRead = (language: PageLanguage) => !isPatientLanguage(language) || languages.includes(language);
  return (
    <Panel title="Was I heard?">
      <p className={styles.about}>
        Three questions for people who have just signed: how much effort was made to help them understand, to listen to them, and
        to include what matters to them ({COLLABORATE.name}). Answers are counted without a name, by operation and month. Figures
        shows them from 10 answers on.
      </p>
      {isError && <QueryFailure failure={error} onRetry={() => void refetch()} />}
      {!isError && data === undefined && <Skeleton lines={3} />}
      {data !== undefined && (
        <ul className={styles.rows}>
          <EntryRow
            name="Ask after signing"
            about={data.hasReadLicence ? 'The licence was read' : 'The licence has to be read first'}
            isEnded={false}
          >
            <StateChip tone={data.isOn ? 'ok' : 'plain'}>{data.isOn ? 'On' : 'Off'}</StateChip>
            <Button variant="subtle" onClick={() => setChanging(true)}>
              Change<span className="visually-hidden"> whether people are asked</span>
            </Button>
          </EntryRow>
          {PASTED_WORDINGS.filter(({ language }) => isRead(language)).map(({ language, reader }) => {
            const name = `${isPatientLanguage(language) ? ENGLISH_NAMES[language] : 'English'}, ${READERS[reader]}`;
            const lines = data.wordings.find((each) => each.language === language && each.reader === reader)?.lines;
            return (
              <EntryRow
                key={name}
                name={name}
                about={lines === undefined ? 'Not pasted: they are not asked' : lines[0]}
                isEnded={false}
              >
                <Button variant="subtle" onClick={() => setChosen({ language, reader, name })}>
                  {lines === undefined ? 'Paste' : 'Change'}
                  <span className="visually-hidden"> the words in {name}</span>
                </Button>
              </EntryRow>
            );
          })}
        </ul>
      )}
      {data !== undefined && isChanging && <ExperienceDialog stored={data} onClose={() => setChanging(false)} />}
      {data !== undefined && chosen !== null && <WordingDialog stored={data} wording={chosen} onClose={() => setChosen(null)} />}
    </Panel>
  );
}
