import { spacedNhsNumber } from '#domain/values/nhs-number.ts';
import { spokenName } from '#domain/patients/patient-name.ts';
import { SignerPage } from '#src/sign/pieces/SignerPage.tsx';
import { identityAnswers } from '#src/sign/identity-answers.ts';
import { useTexts } from '#src/sign/texts/use-texts.ts';
import type { SignerStepProps } from '#src/sign/step-props.ts';

/**
 * Asks whether this is the right person before anything can be read. A "no" is reported to the hospital and shows nothing more.
 */
export function IdentityPage({ visiting, details, navigation }: SignerStepProps) {
  const { identity, date } = useTexts();
  const { patient } = details;
  const { yes, no } = identityAnswers(visiting);
  return (
    <SignerPage
      {...navigation}
      h1={identity.h1}
      actions={
        <>
          <button type="button" className="button primary" onClick={yes}>
            {identity.yes}
          </button>
          <button type="button" className="button" onClick={no}>
            {identity.no}
          </button>
        </>
      }
    >
      <p>{identity.lead}</p>
      <dl className="facts large">
        <div>
          <dt>{identity.name}</dt>
          <dd>
            <bdi>{spokenName(patient)}</bdi>
          </dd>
        </div>
        <div>
          <dt>{identity.birth}</dt>
          <dd>{date(patient.dateOfBirth)}</dd>
        </div>
        {patient.nhsNumber !== null && (
          <div>
            <dt>{identity.nhs}</dt>
            <dd className="num">
              <bdi dir="ltr">{spacedNhsNumber(patient.nhsNumber)}</bdi>
            </dd>
          </div>
        )}
        {patient.hospitalNumber !== null && (
          <div>
            <dt>{identity.hospital}</dt>
            <dd className="num">
              <bdi dir="ltr">{patient.hospitalNumber}</bdi>
            </dd>
          </div>
        )}
      </dl>
    </SignerPage>
  );
}
