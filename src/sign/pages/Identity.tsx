import { spacedNhsNumber } from '#domain/nhs-number.ts';
import { spokenName } from '#domain/patient-name.ts';
import { longDate } from '#domain/plain-date.ts';
import { SignerPage } from '#src/sign/pieces/SignerPage.tsx';
import { refuseIdentity, settleRefusal } from '#src/sign/identity-refusal.ts';
import { submit } from '#src/sign/submit.ts';
import { useSubmit } from '#src/sign/use-submit.ts';
import { useTexts } from '#src/sign/texts/use-texts.ts';
import type { SignerStepProps } from './step-props.ts';

/**
 * Asks whether this is the right person before anything can be read. A "no" is reported to the hospital and shows nothing more.
 */
export function Identity({ visiting, details, place }: SignerStepProps) {
  const { identity } = useTexts();
  const { dispatch, visit } = visiting;
  const { isSending, problems, send } = useSubmit(visiting);
  const { patient, consent } = details;
  const yes = () =>
    send(async () => {
      if (!visit.isConfirmed) {
        await settleRefusal();
        await submit({
          call: 'recordIdentity',
          input: { consentID: consent.consentID, confirmed: true },
          key: crypto.randomUUID(),
        });
      }
      dispatch({ kind: 'confirmed' });
    });
  // The wrong form disappears at once: the person does not wait for the network.
  const no = () => {
    dispatch({ kind: 'over', ending: 'wrongPerson' });
    refuseIdentity();
  };
  return (
    <SignerPage
      {...place}
      h1={identity.h1}
      problems={problems}
      actions={
        <>
          <button type="button" className="button primary" aria-disabled={isSending} onClick={() => void yes()}>
            {identity.yes}
          </button>
          <button type="button" className="button" aria-disabled={isSending} onClick={no}>
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
          <dd>{longDate(patient.dateOfBirth)}</dd>
        </div>
        {patient.nhsNumber !== null && (
          <div>
            <dt>{identity.nhs}</dt>
            <dd className="num">{spacedNhsNumber(patient.nhsNumber)}</dd>
          </div>
        )}
        {patient.hospitalNumber !== null && (
          <div>
            <dt>{identity.hospital}</dt>
            <dd className="num">{patient.hospitalNumber}</dd>
          </div>
        )}
      </dl>
    </SignerPage>
  );
}
