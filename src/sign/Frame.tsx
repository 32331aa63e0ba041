import type { TicketDetails } from '#contract/signing.ts';
import { spacedNhsNumber } from '#domain/nhs-number.ts';
import { sideInWords } from '#domain/consent.ts';
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
  /** Something is on its way: staff wait for it. */
  readonly isBusy?: boolean;
  readonly children: ReactNode;
};

/** What stands on every page: the hospital, the size of the text, reading aloud, the way back for staff, and whose form it is. */
export function Frame({ details, isConfirmed, page, onTakeBack, isBusy = false, children }: FrameProps) {
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
          <button type="button" className="quiet" aria-disabled={isBusy} onClick={isBusy ? undefined : onTakeBack}>
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
  const sides = [...new Set(consent.procedures.map(({ side }) => sideInWords(side)))].filter((side) => side !== '');
  return (
    <section className="whose" aria-label={whose}>
      <span className="who">
        <b>
          <bdi>{formalName(patient)}</bdi>
        </b>
        <span>{born(longDate(patient.dateOfBirth))}</span>
        {/* Said again with each procedure below; here it stays in sight on small screens. */}
        <b className="sides" aria-hidden="true">
          {sides.join(', ')}
        </b>
      </span>
      {patient.nhsNumber !== null && <span className="num">{nhs(spacedNhsNumber(patient.nhsNumber))}</span>}
      {consent.procedures.map((each, at) => (
        <span key={at} className="planned">
          <ProcedureWords of={each} />
        </span>
      ))}
    </section>
  );
}
