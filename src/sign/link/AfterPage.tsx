import type { TicketDetails } from '#contract/signing.ts';
import { useState, type ReactNode } from 'react';
import type { SignerCallProblem } from '#src/sign/api.ts';
import { QuestionList } from '#src/sign/pages/QuestionPage.tsx';
import { SignerPage } from '#src/sign/pieces/SignerPage.tsx';
import { openQuestion } from '#src/sign/steps.ts';
import { useLinkTexts } from '#src/sign/texts/use-link-texts.ts';
import type { AfterWords } from './after-words.ts';
import { saveCopy } from './save-copy.ts';

/** Runs a call; its problems are shown, and the end of the ticket asks again who this is. */
export type Attempting = (work: () => Promise<void>) => Promise<readonly SignerCallProblem[]>;

type AfterPageProps = {
  readonly details: TicketDetails;
  readonly state: AfterWords;
  readonly attempt: Attempting;
  readonly onLook: () => Promise<readonly SignerCallProblem[]>;
  readonly onPage: (page: 'withdraw' | 'ask' | 'write' | 'contact') => void;
  /** opens the newer form in the place of this one; null where there is none that they may open */
  readonly onNewer: (() => void) | null;
  /** whether a note was sent on this visit */
  readonly hasWritten: boolean;
  /** whether they said on this visit how they want to be written to */
  readonly hasContact: boolean;
  /** below what is said of the form */
  readonly children?: ReactNode;
};

/** The state of an answered form in words, with a copy once it is made. */
export function AfterPage({
  details,
  state,
  attempt,
  onLook,
  onPage,
  onNewer,
  hasWritten,
  hasContact,
  children,
}: AfterPageProps) {
  const { after: words, write, contact } = useLinkTexts();
  const { questions } = details.consent;
  const [copy, setCopy] = useState('');
  const [problems, setProblems] = useState<readonly SignerCallProblem[]>([]);
  const [isBusy, setBusy] = useState(false);
  const run = (work: () => Promise<readonly SignerCallProblem[]>) => () => {
    if (isBusy) return;
    setBusy(true);
    setCopy('');
    setProblems([]);
    void work()
      .then(setProblems)
      .finally(() => setBusy(false));
  };
  const hasActions =
    onNewer !== null || state.canDownload || state.isWaiting || state.canAsk || state.canWrite || state.canWithdraw;
  const download = run(() =>
    attempt(async () => {
      const isSaved = await saveCopy(details.consent);
      setCopy(isSaved ? words.saved : words.making);
    }),
  );
  return (
    <SignerPage
      h1={state.h1}
      layout="end"
      problems={problems}
      actions={
        hasActions ? (
          <>
            {onNewer !== null && (
              <button type="button" className="button primary" aria-disabled={isBusy} onClick={onNewer}>
                {words.openNewer}
              </button>
            )}
            {state.canDownload && (
              <button
                type="button"
                className={onNewer === null ? 'button primary' : 'button'}
                aria-disabled={isBusy}
                onClick={download}
              >
                {words.download}
              </button>
            )}
            {state.isWaiting && (
              <button type="button" className="button" aria-disabled={isBusy} onClick={run(onLook)}>
                {words.lookAgain}
              </button>
            )}
            {state.canAsk && (
              <button type="button" className="button" aria-disabled={isBusy} onClick={() => onPage('ask')}>
                {words.ask}
              </button>
            )}
            {state.canWrite && (
              <button type="button" className="button" aria-disabled={isBusy} onClick={() => onPage('write')}>
                {write.act}
              </button>
            )}
            {state.canWrite && (
              <button type="button" className="button" aria-disabled={isBusy} onClick={() => onPage('contact')}>
                {contact.act}
              </button>
            )}
            {state.canWithdraw && (
              <button type="button" className="button" aria-disabled={isBusy} onClick={() => onPage('withdraw')}>
                {words.changeMind}
              </button>
            )}
          </>
        ) : undefined
      }
    >
      {state.lines.map((line) => (
        <p key={line}>{line}</p>
      ))}
      {state.canAsk && openQuestion(details.consent) !== undefined && <p className="card note">{state.openQuestion}</p>}
      {hasWritten && <p className="card note">{write.sent}</p>}
      {hasContact && <p className="card note">{contact.saved}</p>}
      {state.canAsk && <QuestionList questions={questions} />}
      <p role="status">{copy}</p>
      {children}
    </SignerPage>
  );
}
