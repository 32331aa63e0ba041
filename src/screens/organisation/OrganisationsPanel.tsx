import { newId } from '#src/device/new-id.ts';
import type { Output } from '#contract/calls.ts';
import { failureWords } from '#src/notices/failure-words.ts';
import { noticeFailure, noticeSuccess } from '#src/notices/notices.tsx';
import { QueryFailure } from '#src/results/QueryFailure.tsx';
import { organisationListOptions, useOrganisationWrite } from '#src/queries/organisation.ts';
import { Panel } from '#src/ui/layout/Panel.tsx';
import { Skeleton } from '#src/ui/layout/Skeleton.tsx';
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { EntryRow } from './EntryRow.tsx';
import { NewOrganisation } from './NewOrganisation.tsx';
import { OrganisationDialog } from './OrganisationDialog.tsx';
import styles from './organisation.module.css';

type Managed = Output<'organisationsList'>['data'][number];
type Chosen = { readonly organisation: Managed; readonly act: 'name' | 'end' } | 'new';

/** The organisations of this installation, which the first one looks after. */
export function OrganisationsPanel() {
  const { data, error, refetch } = useQuery(organisationListOptions());
  const [chosen, setChosen] = useState<Chosen | null>(null);
  const close = () => setChosen(null);
  return (
    <Panel
      title="Organisations"
      actions={
        <Button variant="subtle" onClick={() => setChosen('new')}>
          Add organisation
        </Button>
      }
    >
      <p className={styles.about}>Each has its own people, patients and library, and sees nothing of the others.</p>
      {data === undefined && error === null && <Skeleton lines={3} />}
      {data === undefined && error !== null && <QueryFailure failure={error} onRetry={() => void refetch()} />}
      {data !== undefined && (
        <ul className={styles.rows}>
          {data.map((organisation) => (
            <OrganisationRow key={organisation._id} organisation={organisation} onChoose={setChosen} />
          ))}
        </ul>
      )}
      {chosen === 'new' && <NewOrganisation onClose={close} />}
      {chosen !== null && chosen !== 'new' && <OrganisationDialog {...chosen} onClose={close} />}
    </Panel>
  );
}

type OrganisationRowProps = { readonly organisation: Managed; readonly onChoose: (chosen: Chosen) => void };

function OrganisationRow({ organisation, onChoose }: OrganisationRowProps) {
  const { _id, name, isEnded, isFirst } = organisation;
  const update = useOrganisationWrite('organisationsUpdate');
  const reopen = () =>
    update.mutate(
      { input: { _id, name, ended: false }, idempotencyKey: newId() },
      { onSuccess: ({ message }) => noticeSuccess(message), onError: (failure) => noticeFailure(failureWords(failure)) },
    );
  if (isFirst)
    return (
      <EntryRow name={name} about="The first one. Its details are above." isEnded={false}>
        {null}
      </EntryRow>
    );
  return (
    <EntryRow name={name} isEnded={isEnded}>
      <Button variant="subtle" onClick={() => onChoose({ organisation, act: 'name' })}>
        Rename<span className="visually-hidden"> {name}</span>
      </Button>
      <Button
        variant="subtle"
        disabled={update.isPending}
        onClick={isEnded ? reopen : () => onChoose({ organisation, act: 'end' })}
      >
        {isEnded ? 'Open again' : 'End'}
        <span className="visually-hidden"> {name}</span>
      </Button>
    </EntryRow>
  );
}
