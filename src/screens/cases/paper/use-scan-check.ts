import { useState } from 'react';
import type { Consent } from '#contract/shapes/record-shapes.ts';
import { awaitedSigners } from '#domain/consents/recipients.ts';
import { needsIdentifiers, type UploadedScan } from '#domain/documents/paper-scan.ts';
import type { CallProblem } from '#src/notices/failure-words.ts';
import { noticeSuccess } from '#src/notices/notices.tsx';
import { useIdempotencyKey } from '#src/queries/client/idempotency-key.ts';
import { useConfirmScan } from '#src/queries/paper.ts';
import { answerProblems } from './paper-words.ts';

/** As written on the paper. */
export type PaperIdentity = { readonly lastName: string; readonly dateOfBirth: string; readonly isSameProcedure: boolean };

/** The answers of one check, and how they are saved. */
export type ScanCheck = ReturnType<typeof useScanCheck>;

const NOTHING_READ: PaperIdentity = { lastName: '', dateOfBirth: '', isSameProcedure: false };

/**
 * The answers of a clinician who checks a scan, and the call that saves them.
 *
 * @param onSaved - called once the server has stored them
 */
export function useScanCheck(consent: Consent, scan: UploadedScan, onSaved: () => void) {
  const [pages, setPages] = useState<readonly number[]>([]);
  const [identity, setIdentity] = useState(NOTHING_READ);
  // The day beside each signature, by the place in the signing order.
  const [signed, setSigned] = useState<ReadonlyMap<number, string>>(new Map());
  const [problems, setProblems] = useState<readonly CallProblem[]>([]);
  const confirm = useConfirmScan();
  const keyFor = useIdempotencyKey();
  const isCompared = needsIdentifiers(scan);
  const signers = awaitedSigners(consent);
  const listed = signers.flatMap(({ signing_order }) => {
    const signedOn = signed.get(signing_order);
    return signedOn === undefined ? [] : [{ signing_order, signedOn }];
  });
  const shownAt = new Set([
    ...(scan.unread.length > 0 ? ['pagesChecked'] : []),
    ...(isCompared ? ['identifiers.lastName', 'identifiers.dateOfBirth', 'identifiers.isSameProcedure'] : []),
    ...listed.map((_, at) => `signers.${at}.signedOn`),
  ]);
  return {
    /** Whether only the handwriting identifies the patient. */
    isCompared,
    identity,
    read: (change: Partial<PaperIdentity>) => setIdentity((before) => ({ ...before, ...change })),
    pages,
    lookAt: (page: number, isSeen: boolean) => {
      setPages(isSeen ? [...pages, page] : pages.filter((each) => each !== page));
      setProblems([]);
    },
    signers,
    signed,
    /** @param day - beside the signature, empty until it is entered; null for a signer who has not signed */
    sign: (order: number, day: string | null) => {
      const next = new Map(signed);
      if (day === null) next.delete(order);
      else next.set(order, day);
      setSigned(next);
      setProblems([]);
    },
    errorAt: (path: string) => problems.find((each) => each.path === path)?.message,
    dayErrorOf: (order: number) => {
      const at = listed.findIndex((each) => each.signing_order === order);
      return problems.find(({ path }) => path === `signers.${at}.signedOn`)?.message;
    },
    /** The problems that belong to no field. */
    otherProblems: problems.filter(({ path }) => !shownAt.has(path)),
    hasSigner: listed.length > 0,
    isSaving: confirm.isPending,
    save: async () => {
      setProblems([]);
      const body = {
        consentID: consent.consentID,
        sha256: scan.sha256,
        pagesChecked: [...pages],
        ...(isCompared ? { identifiers: identity } : {}),
        signers: listed,
      };
      try {
        const { message } = await confirm.mutateAsync({ body, key: keyFor(body) });
        noticeSuccess(message);
        onSaved();
      } catch (failure) {
        setProblems(answerProblems(failure));
      }
    },
  };
}
