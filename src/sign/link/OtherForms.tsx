import { afterSigning, type OwnFormLine } from '#contract/after-signing.ts';
import { useEffect, useState } from 'react';
import { callWithTicket, type SignerCallProblem } from '#src/sign/api.ts';
import { Problems } from '#src/sign/pieces/Problems.tsx';
import { useLinkTexts } from '#src/sign/texts/use-link-texts.ts';
import { useTexts } from '#src/sign/texts/use-texts.ts';
import type { Attempting } from './AfterPage.tsx';
import { storeLinkTicket } from './link-ticket.ts';

type Props = {
  /** SHA-256 of the token of the link of this visit */
  readonly link: string;
  readonly attempt: Attempting;
};

/** The other forms of whoever has come back, each to be opened; nothing where there are none, or none are known. */
export function OtherForms({ link, attempt }: Props) {
  const { forms: texts } = useLinkTexts();
  const words = useTexts();
  const [forms, setForms] = useState<readonly OwnFormLine[]>([]);
  const [problems, setProblems] = useState<readonly SignerCallProblem[]>([]);
  const [isBusy, setBusy] = useState(false);
  useEffect(() => {
    // They are extra: without an answer the page is whole.
    void callWithTicket(afterSigning.pageForms, {}).then(
      ({ data }) => setForms(data),
      () => undefined,
    );
  }, []);
  if (forms.length === 0) return null;
  const open = (consentID: string) => {
    if (isBusy) return;
    setBusy(true);
    void attempt(async () => {
      const { ticket, expiresAt, data } = await callWithTicket(afterSigning.pageOpen, { otherId: consentID });
      storeLinkTicket({ link, ticket, expiresAt, ...data });
      location.reload();
    })
      .then(setProblems)
      .finally(() => setBusy(false));
  };
  return (
    <section>
      <h2>{texts.h2}</h2>
      {problems.length > 0 && <Problems problems={problems} />}
      <ul className="other-forms">
        {forms.map(({ consentID, caseNumber, status, day }) => (
          <li key={consentID}>
            <button type="button" className="button" aria-disabled={isBusy} onClick={() => open(consentID)}>
              <bdi>{caseNumber}</bdi> · {words.date(day)} · {texts.states[stateOf(status)]}
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}

function stateOf(status: OwnFormLine['status']): 'signed' | 'withdrawn' | 'declined' | 'replaced' | 'answered' {
  switch (status) {
    case 'SIGNED':
      return 'signed';
    case 'WITHDRAWN':
      return 'withdrawn';
    case 'DECLINED':
      return 'declined';
    case 'SUPERSEDED':
      return 'replaced';
    default:
      return 'answered';
  }
}
