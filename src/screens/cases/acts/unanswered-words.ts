import type { Consent } from '#contract/shapes/record-shapes.ts';
import { capitalised } from '#domain/base/capitalised.ts';
import { isSignedOnPaper } from '#domain/documents/paper-scan.ts';
import { decides } from '#domain/forms/signer-roles.ts';
import { signersInWords } from '../signing-words.ts';
import { waitingSigners } from '../waiting-signers.ts';

/** The title above choices without an answer, and what comes of them. */
type UnansweredWords = { readonly title: string; readonly next: string };

/**
 * The words above the choices that nobody has answered: those who are asked on this form, and whether one of them is still to come. Whom
 * no place of the form asks, as the patient of Form 2, has not been silent.
 */
export function unansweredWords(consent: Pick<Consent, 'recipients' | 'addedSigners'>): UnansweredWords {
  const words = wordsOfSigners(consent);
  return isSignedOnPaper(consent.recipients) ? { ...words, next: ON_PAPER } : words;
}

const ON_PAPER = 'The answers may be ticked on the paper. Look at the scan, and ask before the procedure.';

function wordsOfSigners(consent: Pick<Consent, 'recipients' | 'addedSigners'>): UnansweredWords {
  const isDecider = ({ role }: Consent['recipients'][number]) => decides(role);
  const waiting = waitingSigners(consent).filter(isDecider);
  if (waiting.length > 0) {
    const names = signersInWords(consent.recipients, waiting);
    return { title: 'Not answered yet:', next: `${capitalised(names)} ${are(waiting)} asked on the tablet.` };
  }
  const deciders = consent.recipients.filter((each) => isDecider(each) && each.state === 'SIGNED');
  if (deciders.length === 0) return { title: 'Not answered:', next: 'Nobody was asked. Ask before the procedure.' };
  const names = signersInWords(consent.recipients, deciders);
  return {
    title: `${capitalised(names)} ${deciders.length === 1 ? 'has' : 'have'} not answered:`,
    next: `The form says “Not answered” there. Ask ${names} before the procedure.`,
  };
}

function are(signers: readonly unknown[]): string {
  return signers.length === 1 ? 'is' : 'are';
}
