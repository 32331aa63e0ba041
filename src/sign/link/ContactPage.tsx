import { afterSigning, type OwnContact } from '#contract/after-signing.ts';
import type { MessageChannel } from '#domain/values/message-channels.ts';
import { useEffect, useState } from 'react';
import { callWithTicket, type SignerCallProblem } from '#src/sign/api.ts';
import { Choose } from '#src/sign/pieces/Choose.tsx';
import { Onward } from '#src/sign/pieces/Onward.tsx';
import { SignerPage } from '#src/sign/pieces/SignerPage.tsx';
import { useLinkTexts } from '#src/sign/texts/use-link-texts.ts';
import type { Attempting } from './AfterPage.tsx';

type ContactPageProps = {
  readonly consentID: string;
  readonly attempt: Attempting;
  readonly onBack: () => void;
  readonly onSaved: () => void;
};

/** How somebody wants to be written to, and how not: their own contact alone, and the form stays as it was signed. */
export function ContactPage({ consentID, attempt, onBack, onSaved }: ContactPageProps) {
  const { contact: texts } = useLinkTexts();
  const [contact, setContact] = useState<OwnContact>();
  const [problems, setProblems] = useState<readonly SignerCallProblem[]>([]);
  const [isBusy, setBusy] = useState(false);
  useEffect(() => {
    const read = async () => setContact((await callWithTicket(afterSigning.pageContact, { consentID })).data);
    void attempt(read).then(setProblems);
  }, [attempt, consentID]);
  const save = ({ refused, preferred }: OwnContact) => {
    if (isBusy) return;
    setBusy(true);
    void attempt(async () => {
      await callWithTicket(afterSigning.pageContactUpdate, { consentID, refused, preferred });
      onSaved();
    })
      .then(setProblems)
      .finally(() => setBusy(false));
  };
  return (
    <SignerPage
      h1={texts.h1}
      onBack={onBack}
      isBusy={isBusy}
      problems={problems}
      actions={contact !== undefined && <Onward onClick={() => save(contact)} label={texts.save} isBusy={isBusy} />}
    >
      <p>{texts.lead}</p>
      {contact !== undefined && <Ways contact={contact} onContact={setContact} problems={problems} />}
    </SignerPage>
  );
}

type WaysProps = {
  readonly contact: OwnContact;
  readonly onContact: (contact: OwnContact) => void;
  readonly problems: readonly SignerCallProblem[];
};

function Ways({ contact, onContact, problems }: WaysProps) {
  const { contact: texts } = useLinkTexts();
  const { offered, refused, preferred } = contact;
  const wanted = offered.filter((channel) => !refused.includes(channel));
  const answer = (channel: MessageChannel, isWanted: boolean) => {
    const others = refused.filter((each) => each !== channel);
    // A way that is refused is not the best one any more.
    const best = !isWanted && preferred === channel ? null : preferred;
    onContact({ ...contact, refused: isWanted ? others : [...others, channel], preferred: best });
  };
  return (
    <>
      {offered.map((channel) => (
        <Choose
          key={channel}
          id={channel}
          legend={texts.ways[channel]}
          options={[
            { value: 'YES', label: texts.may },
            { value: 'NO', label: texts.mayNot },
          ]}
          value={refused.includes(channel) ? 'NO' : 'YES'}
          onValue={(value) => answer(channel, value === 'YES')}
        />
      ))}
      {wanted.length === 0 && <p className="card note">{texts.none}</p>}
      {wanted.length > 0 && refused.includes('EMAIL') && <p className="card note">{texts.noMail}</p>}
      {wanted.length > 1 && (
        <Choose
          id="preferred"
          legend={texts.best}
          options={[
            { value: 'ANY' as const, label: texts.any },
            ...wanted.map((channel) => ({ value: channel, label: texts.ways[channel] })),
          ]}
          value={preferred ?? 'ANY'}
          onValue={(value) => onContact({ ...contact, preferred: value === 'ANY' ? null : value })}
          problems={problems}
        />
      )}
    </>
  );
}
