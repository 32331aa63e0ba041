import type { PatientLanguage } from '#domain/values/patient-languages.ts';
import { useEffect, useState } from 'react';
import './link.css';
import { FootOrganisation } from '#src/sign/foot/foot-organisation.ts';
import { Frame } from '#src/sign/Frame.tsx';
import { useReading } from '#src/sign/language/use-reading.ts';
import { PLAIN, ReadingLanguage } from '#src/sign/texts/reading-language.ts';
import { AskForPage } from './AskForPage.tsx';
import { organisationInAddress } from './own-page-address.ts';

/** The public address at which somebody who has answered asks for a link to their own page. */
export function OwnPages() {
  const [languages, setLanguages] = useState<PatientLanguage[]>([]);
  useEffect(() => {
    // English needs no answer.
    void import('./offered-languages.ts').then(({ offeredLanguages }) => offeredLanguages()).then(setLanguages, () => undefined);
  }, []);
  const reading = useReading(languages.length === 0 ? null : { languages }, 'own page');
  return (
    <FootOrganisation value={organisationInAddress(location.search)}>
      <ReadingLanguage value={reading ?? PLAIN}>
        <Frame details={null} isConfirmed={false} page="own" onTakeBack={null}>
          <AskForPage />
        </Frame>
      </ReadingLanguage>
    </FootOrganisation>
  );
}
