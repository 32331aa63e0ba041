import { spacedNhsNumber } from '#domain/values/nhs-number.ts';
import { spokenName } from '#domain/patients/patient-name.ts';
import { isParent, ROLE_RULES } from '#domain/forms/signer-roles.ts';
import { identityAnswers } from '#src/sign/identity-answers.ts';
import { SignerPage } from '#src/sign/pieces/SignerPage.tsx';
import { signerName } from '#src/sign/steps.ts';
import { useRoleTexts } from '#src/sign/texts/use-role-texts.ts';
import { useTexts } from '#src/sign/texts/use-texts.ts';
import type { SignerStepProps } from '#src/sign/step-props.ts';

/** Asks a signer who is not the patient for their own name first, then about whom they are asked. */
export function RoleIdentity({ visiting, details, navigation }: SignerStepProps) {
  const { identity: facts, date } = useTexts();
  const { identity: words } = useRoleTexts();
  const { patient, role } = details;
  // An interpreter or a witness says who they are, and no more.
  const knows = ROLE_RULES[role].identifies === 'signer and patient';
  const { yes, no } = identityAnswers(visiting);
  return (
    <SignerPage
      {...navigation}
      h1={words.h1(signerName(details))}
      title={words.title}
      actions={
        <>
          <button type="button" className="button primary" onClick={yes}>
            {knows ? words.yesAll : words.yes}
          </button>
          <button type="button" className="button" onClick={no}>
            {words.no}
          </button>
        </>
      }
    >
      {knows && (
        <>
          <p>{isParent(role) ? words.child : words.patient}</p>
          <dl className="facts large">
            <Fact name={facts.name}>
              <bdi>{spokenName(patient)}</bdi>
            </Fact>
            <Fact name={facts.birth}>{date(patient.dateOfBirth)}</Fact>
            {patient.nhsNumber !== null && (
              <Fact name={facts.nhs}>
                <bdi dir="ltr">{spacedNhsNumber(patient.nhsNumber)}</bdi>
              </Fact>
            )}
            {patient.hospitalNumber !== null && (
              <Fact name={facts.hospital}>
                <bdi dir="ltr">{patient.hospitalNumber}</bdi>
              </Fact>
            )}
          </dl>
        </>
      )}
    </SignerPage>
  );
}

function Fact({ name, children }: { readonly name: string; readonly children: React.ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd className="num">{children}</dd>
    </div>
  );
}
