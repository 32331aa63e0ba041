import { afterSigning, type OwnFormLine } from '#contract/after-signing.ts';
import { useEffect, useState } from 'react';
import { callWithTicket, type SignerCallProblem } from '#src/sign/api.ts';
import type { Attempting } from './AfterPage.tsx';
import { storeLinkTicket } from './link-ticket.ts';

/** The other forms of whoever has come back, and the way to one of them. */
export type OwnForms = {
  readonly forms: readonly OwnFormLine[];
  readonly open: (consentID: string) => void;
  readonly isBusy: boolean;
  readonly problems: readonly SignerCallProblem[];
};

/** Reads the other forms of whoever has come back; empty where there are none, or none are known. @param link - SHA-256 of the token of the link of this visit */
export function useOwnForms(link: string, attempt: Attempting): OwnForms {
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
  return { forms, open, isBusy, problems };
}
