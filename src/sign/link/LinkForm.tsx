import type { TicketDetails } from '#contract/signing.ts';
import { signerOf } from '#src/sign/steps.ts';
import { useEffect, useMemo, useState } from 'react';
import { pendingRefusal, resumeRefusal } from '#src/sign/identity-refusal.ts';
import { Frame } from '#src/sign/Frame.tsx';
import { FormStep } from '#src/sign/pages/FormStep.tsx';
import { Halted } from '#src/sign/pages/Halted.tsx';
import { WrongPerson } from '#src/sign/pages/WrongPerson.tsx';
import { PLAIN, ReadingLanguage } from '#src/sign/texts/reading-language.ts';
import { useReading } from '#src/sign/language/use-reading.ts';
import { Onward } from '#src/sign/pieces/Onward.tsx';
import { homeHalt, homeWords, type Contacts } from '#src/sign/texts/home-texts.ts';
import { useLinkTexts } from '#src/sign/texts/use-link-texts.ts';
import { ByLink, ReaderRole } from '#src/sign/texts/use-texts.ts';
import { useFreshForm } from '#src/sign/use-fresh-form.ts';
import { useVisit } from '#src/sign/use-visit.ts';
import type { Visit } from '#src/sign/visit.ts';
import { AfterPages } from './AfterPages.tsx';
import { Moment } from '#src/sign/pieces/Moment.tsx';
import { LaterPage } from './LaterPage.tsx';
import type { LinkTicket } from './link-ticket.ts';
import { clearOtherVersions, clearProgress, leaveAside, resumeAt, saveProgress } from './saved-progress.ts';

type LinkFormProps = {
  readonly ticket: LinkTicket;
  readonly contacts: Contacts;
  /** offered beside English, as the link tells */
  readonly languages: TicketDetails['languages'];
  /** The ticket has expired: its holder proves their identity again, and returns to the same page. */
  readonly onTicketEnd: () => Promise<void>;
};

function LookAgain({ onClick }: { readonly onClick: () => void }) {
  return <Onward onClick={onClick} label={useLinkTexts().ask.lookAgain} />;
}

function lookAgain(refresh: () => Promise<void>) {
  return <LookAgain onClick={() => void refresh()} />;
}

/** Whether the signer reported wrong details: they must prove their identity again, as nobody signs after a "no". */
function isUnsure({ stage, details }: Visit): boolean {
  if (stage.kind !== 'form' || (details?.consent.status !== 'SENT' && details?.consent.status !== 'PARTIALLY_SIGNED'))
    return false;
  return signerOf(details)?.state === 'OPENED';
}

/** The form of a link, from the place where its signer was to the pages after the signature. */
export function LinkForm({ ticket, contacts, languages, onTicketEnd }: LinkFormProps) {
  const { link, role, consentID } = ticket;
  const [resume] = useState(() => resumeAt(ticket));
  const visiting = useVisit(resume);
  const { visit, dispatch, load } = visiting;
  const { stage, details, isConfirmed } = visit;
  const page = stage.kind === 'form' ? `${stage.at}${stage.aside ?? ''}` : stage.kind;
  const { organisation, support } = contacts;
  const reading = useReading(details ?? { languages }, link);
  const home = reading?.translation?.home;
  const parts = useMemo(() => ({ ...homeWords({ organisation, support }, home), lookAgain }), [organisation, support, home]);
  useFreshForm(visiting, page);
  useEffect(() => {
    void load();
    // A report of wrong details that the server may not have yet.
    if (pendingRefusal()?.input.consentID === consentID) resumeRefusal();
  }, [load, consentID]);
  const isLater = stage.kind === 'over' && stage.ending === 'later';
  const isAnswered = stage.kind === 'over' && (stage.ending === 'signed' || stage.ending === 'declined');
  useEffect(() => {
    if (visit.details === null) return;
    if (isAnswered) clearProgress(visit.details);
    else if (isLater) leaveAside(visit.details);
    else saveProgress(link, visit);
  }, [link, visit, isAnswered, isLater]);
  const isOpen = stage.kind === 'form';
  useEffect(() => {
    if (isOpen && details !== null) clearOtherVersions(details);
  }, [isOpen, details]);
  const goOn = () => {
    if (details !== null) dispatch(resume({ kind: 'loaded', details }));
  };
  const hasEnded = (stage.kind === 'halted' && stage.why === 'ended') || isUnsure(visit);
  useEffect(() => {
    if (hasEnded) void onTicketEnd();
  }, [hasEnded, onTicketEnd]);
  return (
    <ReaderRole value={role}>
      <ReadingLanguage value={reading ?? PLAIN}>
        <ByLink value={parts}>
          <Frame details={details} organisation={organisation} isConfirmed={isConfirmed} page={page} onTakeBack={null}>
            {stage.kind === 'form' && details !== null && reading !== null ? (
              <FormStep visiting={visiting} details={details} at={stage.at} aside={stage.aside} />
            ) : isLater ? (
              <LaterPage onGoOn={goOn} />
            ) : stage.kind === 'over' && stage.ending === 'wrongPerson' ? (
              <WrongPerson onMistake={() => void onTicketEnd()} />
            ) : isAnswered && details !== null ? (
              <AfterPages link={link} details={details} contacts={contacts} onTicketEnd={onTicketEnd} />
            ) : stage.kind === 'halted' && !hasEnded ? (
              <Halted
                {...stage}
                page={stage.page === undefined ? undefined : homeHalt(stage.page, contacts, home)}
                onAgain={() => void load()}
              />
            ) : (
              <Moment />
            )}
          </Frame>
        </ByLink>
      </ReadingLanguage>
    </ReaderRole>
  );
}
