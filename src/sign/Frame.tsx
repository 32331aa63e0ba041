import type { TicketDetails } from '#contract/signing.ts';
import { spacedNhsNumber } from '#domain/nhs-number.ts';
import { formalName } from '#domain/patient.ts';
import { longDate } from '#domain/plain-date.ts';
import type { ReactNode } from 'react';
import { ProcedureWords } from './pieces/ProcedureWords.tsx';
import { useReadAloud } from './read-aloud.ts';
import { SIZES, useTextSize } from './text-size.ts';
import { useWords } from './words.ts';

type FrameProps = {
  readonly details: TicketDetails | null;
  /** Whose form it is may be shown: the person has said that it is theirs. */
  readonly isConfirmed: boolean;
  /** What is on the page; another page ends the reading aloud. */
  readonly page: string;
  readonly onTakeBack: (() => void) | null;
  readonly children: ReactNode;
};

/** What stands on every page: the hospital, the size of the text, reading aloud, the way back for staff, and whose form it is. */
export function Frame({ details, isConfirmed, page, onTakeBack, children }: FrameProps) {
  const words = useWords();
  const [size, setSize] = useTextSize(details?.patient.communication.format);
  const aloud = useReadAloud(page);
  return (
    <>
      <header className="top">
        <span className="hospital">{details?.organisation.name ?? ''}</span>
        <div className="sizes" role="group" aria-label={words.textSize}>
          {SIZES.map((each) => (
            <button
              key={each}
              type="button"
              aria-pressed={each === size}
              aria-label={words.sizes[each]}
              onClick={() => setSize(each)}
            >
              A
            </button>
          ))}
        </div>
        {aloud !== null && (
          <button type="button" className="quiet" aria-pressed={aloud.isReading} onClick={aloud.toggle}>
            {aloud.isReading ? words.stopReading : words.readAloud}
          </button>
        )}
        {onTakeBack !== null && (
          <button type="button" className="quiet" onClick={onTakeBack}>
            {words.takeBack}
          </button>
        )}
      </header>
      {details !== null && isConfirmed && <WhoseForm details={details} />}
      {children}
    </>
  );
}

function WhoseForm({ details: { patient, consent } }: { readonly details: TicketDetails }) {
  const { born, nhs, whose } = useWords();
  return (
    <section className="whose" aria-label={whose}>
      <span>
        <b>
          <bdi>{formalName(patient)}</bdi>
        </b>
        <span>{born(longDate(patient.dateOfBirth))}</span>
        {patient.nhsNumber !== null && <span className="num">{nhs(spacedNhsNumber(patient.nhsNumber))}</span>}
      </span>
      {consent.procedures.map((each, at) => (
        <span key={at}>
          <ProcedureWords of={each} />
        </span>
      ))}
    </section>
  );
}
