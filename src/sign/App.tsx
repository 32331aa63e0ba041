import { clearEnding, storeEnding, type HandoverTicket } from '#src/session/handover.ts';
import { useEffect, useRef, useState } from 'react';
import { Frame } from './Frame.tsx';
import { keepInside } from './leave-guard.ts';
import { FormStep } from './pages/FormStep.tsx';
import { Halted } from './pages/Halted.tsx';
import { Over } from './pages/Over.tsx';
import { WrongPerson } from './pages/WrongPerson.tsx';
import { Moment } from './pieces/Moment.tsx';
import { resumeRefusal } from './identity-refusal.ts';
import { PLAIN, ReadingLanguage } from '#src/sign/texts/reading-language.ts';
import { useReading } from './language/use-reading.ts';
import { LazyTakeBack } from './take-back/LazyTakeBack.tsx';
import { useSavedVisit } from './offline/use-saved-visit.ts';
import { useFreshForm } from './use-fresh-form.ts';
import { useVisit } from './use-visit.ts';
import { VISIT_ENDINGS } from './visit.ts';
import { ReaderRole } from '#src/sign/texts/use-texts.ts';

/** The signer's visit, from "Is this you?" to its end. */
export function App({ ticket }: { readonly ticket: HandoverTicket }) {
  const visiting = useVisit();
  const { visit, dispatch, load } = visiting;
  const [isTakingBack, setTakingBack] = useState(false);
  const { stage, details, isConfirmed } = visit;
  const page = pageOf(visit.stage) + (isTakingBack ? '+' : '');
  useSavedVisit(visit);

  useEffect(() => {
    const ended = VISIT_ENDINGS.find((ending) => ending === ticket.ending);
    if (ended === 'wrongPerson') resumeRefusal();
    if (ended !== undefined) return dispatch({ kind: 'over', ending: ended, isQueued: ticket.isKept ?? false });
    void load();
    return undefined;
  }, [load, dispatch, ticket]);
  const ending = stage.kind === 'over' ? stage.ending : null;
  const isQueued = stage.kind === 'over' && stage.isQueued;
  useEffect(() => {
    if (ending !== null) storeEnding(ending, isQueued);
  }, [ending, isQueued]);
  // Only in the page that has asked: after a reload nothing more is shown, and the form stays closed.
  const goBack = () => {
    clearEnding();
    dispatch({ kind: 'identityAgain' });
  };
  const back = useRef(() => {});
  back.current = () => (isTakingBack ? setTakingBack(false) : dispatch({ kind: 'back' }));
  const isUnsaved = useRef(false);
  isUnsaved.current = stage.kind === 'form' && isConfirmed;
  useEffect(() => keepInside({ onBack: () => back.current(), isUnsaved: () => isUnsaved.current }), []);

  useFreshForm(visiting, page);

  const reading = useReading(details, ticket.handoverId);
  const role = details?.role ?? null;
  return (
    <ReaderRole value={role}>
      <ReadingLanguage value={(isTakingBack ? null : reading) ?? PLAIN}>
        <Frame
          details={details}
          isConfirmed={isConfirmed && !isTakingBack && !(stage.kind === 'over' && stage.ending === 'wrongPerson')}
          page={page}
          onTakeBack={isTakingBack ? null : () => setTakingBack(true)}
          isBusy={visit.isSending}
        >
          {isTakingBack ? (
            <LazyTakeBack
              recordID={ticket.recordID ?? details?.consent.recordID}
              clinicianName={ticket.clinicianName}
              mayResume={stage.kind === 'halted' && stage.why === 'network'}
              onBack={() => setTakingBack(false)}
            />
          ) : stage.kind === 'form' && details !== null && reading !== null ? (
            <FormStep visiting={visiting} details={details} at={stage.at} aside={stage.aside} />
          ) : ending === 'wrongPerson' ? (
            <WrongPerson onMistake={details === null ? undefined : goBack} />
          ) : ending !== null ? (
            <Over ending={ending} isQueued={isQueued} />
          ) : stage.kind === 'halted' ? (
            <Halted {...stage} onAgain={() => void load()} />
          ) : (
            <Moment />
          )}
        </Frame>
      </ReadingLanguage>
    </ReaderRole>
  );
}

function pageOf(stage: ReturnType<typeof useVisit>['visit']['stage']): string {
  return stage.kind === 'form' ? `${stage.at}${stage.aside ?? ''}` : stage.kind;
}
