import './link.css';
import { FootOrganisation } from '#src/sign/foot/foot-organisation.ts';
import { Frame } from '#src/sign/Frame.tsx';
import { useReading } from '#src/sign/language/use-reading.ts';
import { Moment } from '#src/sign/pieces/Moment.tsx';
import { linkTexts } from '#src/sign/texts/link-texts.ts';
import { PLAIN, ReadingLanguage } from '#src/sign/texts/reading-language.ts';
import { EndedPage, LockedPage, MistakePage, NoFormPage } from './EndedPage.tsx';
import { LinkForm } from './LinkForm.tsx';
import { StartPage } from './StartPage.tsx';
import { useLinkVisit } from './use-link-visit.ts';
import { WhoPage } from './WhoPage.tsx';

export { OwnPages } from './OwnPages.tsx';

/** A visit by a link: what it is about, who holds it, and the form. */
export function LinkPages() {
  const { phase, bare, link, isSilent, isSending, start, answer, lookAgain, askAgain } = useLinkVisit();
  const ended = phase.kind === 'ended' ? phase.of : null;
  // The form's own pages know more: after them the language that is stored is read anew.
  const reading = useReading(phase.kind === 'form' ? null : (ended ?? bare), link);
  const { hospital } = reading?.translation?.link ?? linkTexts;
  const of = ended?.organisation ?? bare?.organisation;
  const organisation = of?.name ?? hospital;
  const support = bare?.support ?? hospital;
  if (phase.kind === 'form')
    return (
      <FootOrganisation value={bare?.organisation._id}>
        <LinkForm
          key={phase.ticket.ticket}
          ticket={phase.ticket}
          contacts={{ organisation, support }}
          languages={bare?.languages}
          onTicketEnd={askAgain}
        />
      </FootOrganisation>
    );
  return (
    <FootOrganisation value={of?._id}>
      <ReadingLanguage value={reading ?? PLAIN}>
        <Frame details={null} organisation={of?.name} isConfirmed={false} page={phase.kind} onTakeBack={null}>
          {phase.kind === 'start' && bare !== null && (
            <StartPage bare={bare} isSilent={isSilent} isBusy={isSending} onStart={() => void start()} />
          )}
          {phase.kind === 'who' && bare !== null && <WhoPage bare={bare} isAgain={phase.isAgain} onAnswers={answer} />}
          {phase.kind === 'locked' && <LockedPage support={support} />}
          {phase.kind === 'ended' && <EndedPage of={ended} organisation={organisation} />}
          {phase.kind === 'mistake' && <MistakePage support={support} />}
          {(phase.kind === 'silent' || phase.kind === 'insecure') && <NoFormPage why={phase.kind} onAgain={lookAgain} />}
          {phase.kind === 'loading' && <Moment />}
        </Frame>
      </ReadingLanguage>
    </FootOrganisation>
  );
}
