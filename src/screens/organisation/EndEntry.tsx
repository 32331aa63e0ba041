import { newId } from '#src/device/new-id.ts';
import type { ListEntry } from '#contract/organisation.ts';
import { failureWords } from '#src/notices/failure-words.ts';
import { noticeFailure, noticeSuccess } from '#src/notices/notices.tsx';
import { useOrganisationWrite } from '#src/queries/organisation.ts';
import { Button } from '@mantine/core';
import type { EntryKind } from './entry-words.ts';

type EndEntryProps = { readonly kind: EntryKind; readonly entry: ListEntry; readonly onEnd: () => void };

/** Asks before an entry ends; one that has ended is offered again at once. */
export function EndEntry({ kind, entry: { _id, name, isEnded }, onEnd }: EndEntryProps) {
  const update = useOrganisationWrite(`${kind}Update`);
  const offer = () =>
    update.mutate(
      { input: { _id, name, ended: false }, idempotencyKey: newId() },
      { onSuccess: ({ message }) => noticeSuccess(message), onError: (failure) => noticeFailure(failureWords(failure)) },
    );
  return (
    <Button variant="subtle" disabled={update.isPending} onClick={isEnded ? offer : onEnd}>
      {isEnded ? 'Offer again' : 'End'}
      <span className="visually-hidden"> {name}</span>
    </Button>
  );
}
