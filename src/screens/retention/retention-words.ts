import { counted } from '#domain/base/counted.ts';
import type { RetentionProposal } from '#contract/retention.ts';
import type { StateWords } from '#domain/cases/state-words.ts';

/** Where a proposal stands, for whoever reads it. */
export function proposalState({ state, isConfirmedByMe }: Pick<RetentionProposal, 'state' | 'isConfirmedByMe'>): StateWords {
  if (state === 'KEPT') return { tone: 'ok', words: 'Kept' };
  if (state === 'APPROVED') return { tone: 'stop', words: 'Will be deleted' };
  if (state === 'PROPOSED') return { tone: 'info', words: 'Due' };
  return isConfirmedByMe ? { tone: 'plain', words: 'Waits for another person' } : { tone: 'warn', words: 'Waits for approval' };
}

/** One and many of what people know by name. */
const KINDS: Readonly<Record<string, readonly [string, string]>> = {
  patients: ['patient record', 'patient records'],
  patient_changes: ['change of details', 'changes of details'],
  cases: ['case', 'cases'],
  consents: ['version of a form', 'versions of forms'],
  documents: ['document', 'documents'],
  signatures: ['signature', 'signatures'],
  timeline: ['event', 'events'],
  questions: ['question', 'questions'],
  recipients: ['signer', 'signers'],
};
const OTHERS = ['other row', 'other rows'] as const;

/** `1 patient record, 2 cases, 9 other rows`: what a certificate counts, the kinds that people know by name. */
export function kindWords(kinds: readonly { readonly kind: string; readonly count: number }[]): string {
  const named = kinds.flatMap(({ kind, count }) => {
    const words = KINDS[kind];
    return words === undefined ? [] : [counted(count, ...words)];
  });
  const others = kinds.filter(({ kind }) => !(kind in KINDS)).reduce((sum, { count }) => sum + count, 0);
  return [...named, ...(others === 0 ? [] : [counted(others, ...OTHERS)])].join(', ');
}
