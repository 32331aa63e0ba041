import type { TicketDetails } from '#contract/signing.ts';
import { spacedNhsNumber } from '#domain/values/nhs-number.ts';
import { formalName } from '#domain/patients/patient-name.ts';
import { useContext, type ReactNode, useEffect, useState } from 'react';
import { ENGLISH, ReadingLanguage, useReadingLanguage } from '#src/sign/texts/reading-language.ts';
import { ProcedureWords } from './pieces/ProcedureWords.tsx';
import { Beside } from './pieces/Beside.tsx';
import { SIZES, useTextSize } from './text-size.ts';
import { useTexts } from '#src/sign/texts/use-texts.ts';

// Apart: few devices have a voice of their own.
const fetchReadAloud = () => import('./read-aloud/ReadAloud.tsx').then(({ ReadAloud }) => ReadAloud);

// Apart: nobody waits for it with reading.
const fetchFoot = () => import('./foot/SignerFoot.tsx').then(({ SignerFoot }) => SignerFoot);

type FrameProps = {
  readonly details: TicketDetails | null;
  /** the hospital, where its name is known before the form */
  readonly organisation?: string | undefined;
  /** True once the person has confirmed that the form is theirs: their name may then be shown. */
  readonly isConfirmed: boolean;
  /** Identity of the page's content; a change ends the reading aloud. */
  readonly page: string;
  readonly onTakeBack: (() => void) | null;
  /** A call is running: the way back for staff waits for it. */
  readonly isBusy?: boolean;
  readonly children: ReactNode;
};

/** Frame of every page: the hospital, the size of the text, reading aloud, the way back for staff, the name on the form, and the foot. */
export function Frame({ details, organisation, isConfirmed, page, onTakeBack, isBusy = false, children }: FrameProps) {
  const words = useTexts();
  const format = details?.patient.communication.format;
  const [size, setSize] = useTextSize(format);
  const { picker, mark } = useContext(ReadingLanguage);
  const language = useReadingLanguage();
  const voices = useLocalVoices();
  return (
    <>
      <header className="top">
        <span className="hospital">
          <bdi>{details?.organisation.name ?? organisation}</bdi>
        </span>
        {mark}
        {picker}
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
        {(voices.length > 0 || format === 'READ_ALOUD') && <Beside from={fetchReadAloud} props={{ page, language, voices }} />}
        {onTakeBack !== null && (
          <button type="button" className="quiet" aria-disabled={isBusy} {...ENGLISH} onClick={isBusy ? undefined : onTakeBack}>
            {words.takeBack}
          </button>
        )}
      </header>
      {details !== null && isConfirmed && <WhoseForm details={details} />}
      {children}
      <footer className="foot">
        <Beside from={fetchFoot} props={{}} />
      </footer>
    </>
  );
}

function WhoseForm({ details: { patient, consent } }: { readonly details: TicketDetails }) {
  const { born, nhs, whose, date, side } = useTexts();
  const sides = [...new Set(consent.procedures.map((each) => side(each.side)))].filter((own) => own !== '');
  return (
    <section className="whose" aria-label={whose}>
      <span className="who">
        <b>
          <bdi>{formalName(patient)}</bdi>
        </b>
        <span>{born(date(patient.dateOfBirth))}</span>
        {/* Repeated with each procedure below; in the frame it stays visible on small screens. */}
        <b className="sides" aria-hidden="true">
          {sides.join(' · ')}
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

/** The voices of the device itself: no text may leave it to be spoken. They may come late. */
function useLocalVoices(): readonly SpeechSynthesisVoice[] {
  const [voices, setVoices] = useState<readonly SpeechSynthesisVoice[]>([]);
  useEffect(() => {
    const speech = globalThis.speechSynthesis as SpeechSynthesis | undefined;
    const look = () => setVoices(speech?.getVoices().filter((each) => each.localService) ?? []);
    look();
    speech?.addEventListener('voiceschanged', look);
    return () => speech?.removeEventListener('voiceschanged', look);
  }, []);
  return voices;
}
