import type { RetentionProposal } from '#contract/retention.ts';
import type { StateWords } from '#domain/state-words.ts';

/** Where a proposal stands, for whoever reads it. */
export function proposalState({ state, isConfirmedByMe }: Pick<RetentionProposal, 'state' | 'isConfirmedByMe'>): StateWords {
  if (state === 'KEPT') return { tone: 'ok', words: 'Kept' };
  if (state === 'PROPOSED') return { tone: 'info', words: 'Due' };
  return isConfirmedByMe ? { tone: 'plain', words: 'Waits for another person' } : { tone: 'warn', words: 'Waits for approval' };
}

const KINDS: Readonly<Record<string, string>> = {
  patients: 'patient records',
  patient_changes: 'changes of details',
  cases: 'cases',
  consents: 'versions of forms',
  documents: 'documents',
  signatures: 'signatures',
  timeline: 'events',
  questions: 'questions',
  recipients: 'signers',
};

/** `1 patient records, 2 cases, 9 others`: what a certificate counts, the kinds that people know by name. */
export function kindWords(kinds: readonly { readonly kind: string; readonly count: number }[]): string {
  const named = kinds.filter(({ kind }) => kind in KINDS).map(({ kind, count }) => `${count} ${KINDS[kind]}`);
  const others = kinds.filter(({ kind }) => !(kind in KINDS)).reduce((sum, { count }) => sum + count, 0);
  return [...named, ...(others === 0 ? [] : [`${others} other rows`])].join(', ');
}
