import type { OfferedExperience } from '#contract/shapes/ticket-extras.ts';
import { signing } from '#contract/signing.ts';
import { WORDING_COUNTS } from '#domain/experience/collaborate.ts';
import { useEffect, useState } from 'react';
import { currentTicket } from '#src/session/handover.ts';
import { callWithTicket } from '#src/sign/api.ts';
import { useReadingLanguage } from '#src/sign/texts/reading-language.ts';
import { HeardQuestions } from './HeardQuestions.tsx';
import { isPassSettled } from './settled-pass.ts';

/** The questions in the language that is read; nothing where there are no words in it, nobody is asked, or they were answered or skipped. */
export function HeardPart({ offer }: { readonly offer?: OfferedExperience | undefined }) {
  const language = useReadingLanguage();
  // Judged once: the thanks stay after the answers.
  const [found, setFound] = useState(() => unsettled(offer));
  useEffect(() => {
    if (offer !== undefined) return;
    void offerOfTicket().then(
      (offered) => setFound(unsettled(offered)),
      () => undefined,
    );
  }, [offer]);
  if (found === undefined) return null;
  const wording = found.wordings.find((each) => each.language === language);
  // Of a newer server there may be words that this page cannot show as they are.
  if (wording?.questions.length !== WORDING_COUNTS.questions || wording.answers.length !== WORDING_COUNTS.answers) return null;
  return <HeardQuestions key={language} pass={found.pass} wording={wording} />;
}

function unsettled(offer: OfferedExperience | undefined): OfferedExperience | undefined {
  return offer === undefined || isPassSettled(offer.pass) ? undefined : offer;
}

/** The questions that come with the form of this tablet's ticket; a handover without a network has none. */
async function offerOfTicket(): Promise<OfferedExperience | undefined> {
  const ticket = currentTicket()?.ticket ?? null;
  if (ticket === null) return undefined;
  const { data } = await callWithTicket(signing.consentDetailsByToken, { token: ticket });
  return 'needs' in data ? undefined : data.extras?.experience;
}
