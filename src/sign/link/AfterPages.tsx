import { afterSigning } from '#contract/after-signing.ts';
import { signing, type TicketDetails } from '#contract/signing.ts';
import { useCallback, useEffect, useState } from 'react';
import { callWithTicket, classifyError } from '#src/sign/api.ts';
import { rememberAttempts } from '#src/session/idempotency-key.ts';
import { currentTicket } from '#src/session/handover.ts';
import type { Contacts } from '#src/sign/texts/home-texts.ts';
import { Heard } from '#src/sign/heard/Heard.tsx';
import { useLinkTexts } from '#src/sign/texts/use-link-texts.ts';
import { useTexts } from '#src/sign/texts/use-texts.ts';
import { afterWordsOf } from './after-words.ts';
import { AfterPage, type Attempting } from './AfterPage.tsx';
import { AskPage } from './AskPage.tsx';
import { ContactPage } from './ContactPage.tsx';
import { OtherForms } from './OtherForms.tsx';
import { useOwnForms } from './use-own-forms.ts';
import { WithdrawPage } from './WithdrawPage.tsx';

type AfterPagesProps = {
  /** SHA-256 of the token of the link of this visit */
  readonly link: string;
  readonly details: TicketDetails;
  readonly contacts: Contacts;
  readonly onTicketEnd: () => Promise<void>;
};

/** The pages of a signer who has answered: the state of the form, a copy, a question, and a change of mind. */
export function AfterPages({ link, details: before, contacts, onTicketEnd }: AfterPagesProps) {
  const words = useTexts();
  const texts = useLinkTexts();
  const [page, setPage] = useState<'after' | 'withdraw' | 'ask' | 'write' | 'contact'>('after');
  // The words stay those of one note until the server has it.
  const [notes, setNotes] = useState(0);
  const [hasSaved, setSaved] = useState(false);
  const [attemptFor] = useState(() => rememberAttempts(() => crypto.randomUUID()));
  const attempt = useAttempt(onTicketEnd);
  const { details, look } = useDetails(before, attempt);
  const ownForms = useOwnForms(link, attempt);
  const { consentID, questions, status } = details.consent;
  // The server lists the newest first, and no form that they may not open.
  const newer = status === 'SUPERSEDED' ? ownForms.forms.find(({ isNewer }) => isNewer === true) : undefined;
  const back = () => setPage('after');
  const state = afterWordsOf(details, { ...contacts, host: location.host }, { ...texts, date: words.date });
  if (page === 'withdraw' && state.canWithdraw)
    return (
      <WithdrawPage
        onBack={back}
        onYes={(reason) =>
          attempt(async () => {
            const fields = { consentID, reason };
            const { key } = attemptFor('recordWithdraw', fields, () => fields);
            await callWithTicket(afterSigning.recordWithdraw, fields, { key });
            await look();
            setPage('after');
          })
        }
      />
    );
  if (page === 'contact' && state.canWrite)
    return (
      <ContactPage
        consentID={consentID}
        attempt={attempt}
        onBack={back}
        onSaved={() => {
          setSaved(true);
          back();
        }}
      />
    );
  if ((page === 'ask' && state.canAsk) || (page === 'write' && state.canWrite)) {
    const { call, count } =
      page === 'ask' ? { call: signing.recordQuestion, count: questions.length } : { call: afterSigning.pageNote, count: notes };
    const send = async (text: string) => {
      const fields = { consentID, text };
      const { key } = attemptFor(`${call.path} ${count}`, fields, () => fields);
      await callWithTicket(call, fields, { key });
      if (page === 'write') setNotes(count + 1);
      await look();
      setPage('after');
    };
    const { write, ask } = texts;
    const ownTexts = page === 'ask' ? ask : { ...write, lead: write.lead(contacts.support) };
    return <AskPage key={page} texts={ownTexts} onBack={back} onSend={(text) => attempt(() => send(text))} />;
  }
  return (
    <AfterPage
      details={details}
      state={state}
      attempt={attempt}
      onLook={look}
      onPage={setPage}
      onNewer={newer === undefined ? null : () => ownForms.open(newer.consentID)}
      hasWritten={notes > 0}
      hasContact={hasSaved}
    >
      {details.extras?.experience !== undefined && <Heard offer={details.extras.experience} />}
      <OtherForms {...ownForms} />
    </AfterPage>
  );
}

/** The form as it is now, and the way to read it anew. */
function useDetails(before: TicketDetails, attempt: Attempting) {
  const [details, setDetails] = useState(before);
  const look = useCallback(
    () =>
      attempt(async () => {
        const { data } = await callWithTicket(signing.consentDetailsByToken, { token: currentTicket()?.ticket ?? '' });
        if (!('needs' in data)) setDetails(data);
      }),
    [attempt],
  );
  // The answer has changed the form since it was read.
  useEffect(() => void look(), [look]);
  return { details, look };
}

/** Runs a call; the end of the ticket asks again who this is. */
function useAttempt(onTicketEnd: AfterPagesProps['onTicketEnd']): Attempting {
  const words = useTexts();
  return useCallback(
    async (work) => {
      try {
        await work();
        return [];
      } catch (failure) {
        const judged = classifyError(failure);
        if (judged.kind === 'halt' && judged.why === 'ended') await onTicketEnd();
        if (judged.kind === 'halt') return [{ message: judged.message, isEnglish: true }];
        return judged.kind === 'problems' ? judged.problems : [{ message: words.silence }];
      }
    },
    [onTicketEnd, words],
  );
}
