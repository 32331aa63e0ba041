import { useState } from 'react';
import type { Consent } from '#contract/shapes/record-shapes.ts';
import { needsIdentifiers, type UploadedScan } from '#domain/documents/paper-scan.ts';
import type { CallProblem } from '#src/notices/failure-words.ts';
import { noticeSuccess } from '#src/notices/notices.tsx';
import { useIdempotencyKey } from '#src/queries/client/idempotency-key.ts';
import { useConfirmScan } from '#src/queries/paper.ts';
import { answerProblems } from './paper-words.ts';
import { useScanReading } from './use-scan-reading.ts';
import { useScanSigners } from './use-scan-signers.ts';

/** The fields of a signer that may have an error each. */
const SIGNER_FIELDS = ['signedOn', 'signedAt', 'userID'] as const;

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
  const [step, setStep] = useState<'READ' | 'AGAIN'>('READ');
  const [problems, setProblems] = useState<readonly CallProblem[]>([]);
  const confirm = useConfirmScan();
  const keyFor = useIdempotencyKey();
  const isCompared = needsIdentifiers(scan);
  const people = useScanSigners(consent);
  const { listed } = people;
  const reading = useScanReading(consent, scan, new Set(people.signed.keys()));
  const shownAt = pathsWithField(scan, listed);
  const errorOf = (order: number, field: (typeof SIGNER_FIELDS)[number]) => {
    const at = listed.findIndex((each) => each.signing_order === order);
    return problems.find(({ path }) => path === `signers.${at}.${field}`)?.message;
  };
  /** Says whose signature is still to be said, as that of staff is that of an account or of somebody on the paper. */
  const isUnsaid = () => {
    const unsaid = people.unsaid.map((order) => listed.findIndex((each) => each.signing_order === order));
    setProblems(unsaid.map((at) => ({ path: `signers.${at}.userID`, message: 'Say whose signature it is' })));
    return unsaid.length > 0;
  };
  return {
    ...people,
    ...reading,
    /** First all is read; then the choices about safety once more. */
    step,
    isLastStep: step === 'AGAIN' || reading.again.length === 0,
    goOn: () => {
      if (isUnsaid()) return;
      reading.startAgain();
      setStep('AGAIN');
    },
    goBack: () => setStep('READ'),
    errorOf,
    /** Whether only the handwriting identifies the patient. */
    isCompared,
    identity,
    read: (change: Partial<PaperIdentity>) => setIdentity((before) => ({ ...before, ...change })),
    pages,
    lookAt: (page: number, isSeen: boolean) => {
      setPages(isSeen ? [...pages, page] : pages.filter((each) => each !== page));
      setProblems([]);
    },
    sign: (order: number, day: string | null) => {
      people.sign(order, day);
      setProblems([]);
    },
    errorAt: (path: string) => problems.find((each) => each.path === path)?.message,
    problems,
    /** The problems that belong to no field. */
    otherProblems: problems.filter(({ path }) => !shownAt.has(path)),
    hasSigner: listed.length > 0,
    isSaving: confirm.isPending,
    save: async () => {
      if (isUnsaid()) return;
      setProblems([]);
      const body = {
        consentID: consent.consentID,
        sha256: scan.sha256,
        pagesChecked: [...pages],
        ...(isCompared ? { identifiers: identity } : {}),
        signers: listed,
        ...reading.body,
      };
      try {
        const { message } = await confirm.mutateAsync({ body, key: keyFor(body) });
        noticeSuccess(message);
        onSaved();
      } catch (failure) {
        setProblems(answerProblems(failure));
        setStep('READ');
      }
    },
  };
}

/** The paths of problems that stand at a field of their own. */
function pathsWithField(scan: UploadedScan, listed: readonly unknown[]): ReadonlySet<string> {
  return new Set([
    ...(scan.unread.length > 0 ? ['pagesChecked'] : []),
    ...(needsIdentifiers(scan) ? ['identifiers.lastName', 'identifiers.dateOfBirth', 'identifiers.isSameProcedure'] : []),
    ...listed.flatMap((_, at) => SIGNER_FIELDS.map((field) => `signers.${at}.${field}`)),
    'mattersToMe',
  ]);
}
