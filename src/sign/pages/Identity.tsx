import { spacedNhsNumber } from '#domain/nhs-number.ts';
import { spokenName } from '#domain/patient.ts';
import { longDate } from '#domain/plain-date.ts';
import { Page } from '../pieces/Page.tsx';
import { refuseIdentity } from '../refusal.ts';
import { say } from '../say.ts';
import { useSending } from '../use-sending.ts';
import { useWords } from '../words.ts';
import type { StepProps } from './step-props.ts';

/** Before anything is read: is this the right person? A "no" is told to the hospital and shows nothing more. */
export function Identity({ visiting, details, place }: StepProps) {
  const { identity } = useWords();
  const { dispatch, visit } = visiting;
  const { isSending, problems, send } = useSending(visiting);
  const { patient, consent } = details;
  const yes = () =>
    send(async () => {
      if (!visit.isConfirmed)
        await say({
          call: 'recordIdentity',
          input: { consentID: consent.consentID, confirmed: true },
          key: crypto.randomUUID(),
        });
      dispatch({ kind: 'confirmed' });
    });
  // The person is not asked to wait for the network before the wrong form goes away.
  const no = () => {
    dispatch({ kind: 'over', ending: 'wrongPerson' });
    refuseIdentity();
  };
  return (
    <Page
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
    </Page>
  );
}
