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

/** A button of the page. */
type PageAct = { readonly label: string; readonly onClick: () => void; readonly isFirst?: boolean };

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
  const download = run(() =>
    attempt(async () => {
      const isSaved = await saveCopy(details.consent);
      setCopy(isSaved ? words.saved : words.making);
    }),
  );
  const acts: readonly PageAct[] = [
    ...(onNewer === null ? [] : [{ label: words.openNewer, onClick: onNewer, isFirst: true }]),
    ...(state.canDownload ? [{ label: words.download, onClick: download, isFirst: onNewer === null }] : []),
    ...(state.isWaiting ? [{ label: words.lookAgain, onClick: run(onLook) }] : []),
    ...(state.canAsk ? [{ label: words.ask, onClick: () => onPage('ask') }] : []),
    ...(state.canWrite ? [{ label: write.act, onClick: () => onPage('write') }] : []),
    ...(state.canWrite ? [{ label: contact.act, onClick: () => onPage('contact') }] : []),
    ...(state.canWithdraw ? [{ label: words.changeMind, onClick: () => onPage('withdraw') }] : []),
  ];
  return (
    <SignerPage
      h1={state.h1}
      layout="end"
      problems={problems}
      actions={
        acts.length === 0
          ? undefined
          : acts.map(({ label, onClick, isFirst = false }) => (
              <button
                key={label}
                type="button"
                className={isFirst ? 'button primary' : 'button'}
                aria-disabled={isBusy}
                onClick={onClick}
              >
                {label}
              </button>
            ))
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
