import { links } from '#contract/links.ts';
import { call, CallFailed, NotSent } from '#contract/engine/call.ts';
import { isApiError } from '#contract/engine/retry.ts';
import { CALL_TIMEOUT } from '#contract/engine/timeouts.ts';
import { hasInk } from '#domain/values/ink.ts';
import { EMAIL_MOST } from '#domain/values/text-limits.ts';
import { useContext, useState, type FormEvent } from 'react';
import { useOrganisation } from '#src/public-pages/use-organisation.ts';
import { clockedFetch, type SignerCallProblem } from '#src/sign/api.ts';
import { FootOrganisation } from '#src/sign/foot/foot-organisation.ts';
import { SignerField } from '#src/sign/pieces/SignerField.tsx';
import { SignerPage } from '#src/sign/pieces/SignerPage.tsx';
import { useLinkTexts } from '#src/sign/texts/use-link-texts.ts';
import { useTexts } from '#src/sign/texts/use-texts.ts';

/** Asks for an address or a code, and says what happens next: the same whether or not there is a form. */
export function AskForPage() {
  const { own } = useLinkTexts();
  const { silence } = useTexts();
  const info = useOrganisation(useContext(FootOrganisation));
  const phone = info?.kind === 'known' ? info.organisation.phone : null;
  const [contact, setContact] = useState('');
  const [problems, setProblems] = useState<readonly SignerCallProblem[]>([]);
  const [isSending, setSending] = useState(false);
  const [isSent, setSent] = useState(false);
  const send = async () => {
    if (!hasInk(contact)) return setProblems([{ field: 'contact', message: own.empty }]);
    setProblems([]);
    setSending(true);
    try {
      await call(links.pageAsk, { contact }, { fetch: clockedFetch, root: '/api', limitMs: CALL_TIMEOUT });
      setSent(true);
    } catch (failure) {
      setProblems(problemsOf(failure, { wrong: own.wrong, silence }));
    } finally {
      setSending(false);
    }
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!isSending) void send();
  };
  if (isSent)
    return (
      <SignerPage
        h1={own.sent}
        layout="end"
        actions={
          <button type="button" className="button" onClick={() => setSent(false)}>
            {own.another}
          </button>
        }
      >
        <p>{own.onItsWay}</p>
        <p>{phone === null ? own.nothingCame : own.ringAbout(phone)}</p>
      </SignerPage>
    );
  return (
    <form onSubmit={submit} noValidate>
      <SignerPage
        h1={own.h1}
        problems={problems}
        actions={
          <button type="submit" className="button primary" aria-disabled={isSending}>
            {own.send}
          </button>
        }
      >
        <p>{own.lead}</p>
        <SignerField id="contact" label={own.label} value={contact} onValue={setContact} problems={problems} most={EMAIL_MOST} />
      </SignerPage>
    </form>
  );
}

/** The problems of a call that was not taken. @throws the failure where it is a defect */
function problemsOf(failure: unknown, words: { readonly wrong: string; readonly silence: string }): SignerCallProblem[] {
  if (failure instanceof NotSent) return [{ field: 'contact', message: words.wrong }];
  if (failure instanceof CallFailed && failure.status === 400) return [{ field: 'contact', message: words.wrong }];
  if (failure instanceof CallFailed) return [{ message: failure.message, isEnglish: true }];
  if (isApiError(failure)) return [{ message: words.silence }];
  throw failure;
}
