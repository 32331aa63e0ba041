import { Modal } from '@mantine/core';
import { useState, type FocusEvent } from 'react';
import type { Procedure } from '#domain/library/procedure.ts';
import { useProcedureCatalogue } from '#src/queries/library/library.ts';
import { Icon } from '#src/ui/theme/Icon.tsx';
import { SearchBox } from '#src/ui/fields/SearchBox.tsx';
import { Skeleton } from '#src/ui/layout/Skeleton.tsx';
import { EmptyState, FailedState } from '#src/ui/states.tsx';
import type { FormType } from '#domain/forms/form-types.ts';
import type { Draft } from '../draft/draft.ts';
import { whyNotAdded } from './procedure-edits.ts';
import styles from './ProcedurePicker.module.css';
import { matchingProcedures } from './procedure-search.ts';

type Props = {
  readonly opened: boolean;
  readonly draft: Draft;
  /** those of the patient's age */
  readonly forms: readonly FormType[];
  readonly onPick: (procedure: Procedure) => void;
  readonly onClose: () => void;
};

/** The searchable library. Full names first; an acronym never appears alone. */
export function ProcedurePicker({ opened, onClose, ...rest }: Props) {
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={<strong>Choose a procedure</strong>}
      size="lg"
      // The search box stays where it is while the list below it shrinks.
      centered={false}
      yOffset="4rem"
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <Choices {...rest} />
    </Modal>
  );
}

function Choices({ draft, forms, onPick }: Omit<Props, 'opened' | 'onClose'>) {
  const [searchText, setSearchText] = useState('');
  const { items, failure } = useProcedureCatalogue();
  const found = items === undefined ? undefined : matchingProcedures(items, searchText);
  return (
    <div className={styles.picker}>
      {/* The dialog focuses this element first, which forwards the focus to the input. */}
      <div data-autofocus tabIndex={-1} onFocus={passFocusOn}>
        <SearchBox label="Procedure, acronym or speciality" value={searchText} onChange={setSearchText} />
      </div>
      {found === undefined && failure === null && <Skeleton lines={6} />}
      {found === undefined && failure !== null && (
        <FailedState title="The library could not be loaded">Please check the network and open this again.</FailedState>
      )}
      {items?.length === 0 && (
        <EmptyState icon="library" title="No procedure is in use yet">
          The procedures of the library are drafts. Once one is reviewed and published, it can be chosen here.
        </EmptyState>
      )}
      {found?.length === 0 && items?.length !== 0 && (
        <EmptyState icon="search" title="No procedure found">
          Try another word. Only procedures in use can be chosen.
        </EmptyState>
      )}
      <p className="visually-hidden" role="status">
        {found !== undefined && `${found.length} procedures`}
      </p>
      <ul className={styles.list} aria-label="Procedures">
        {found?.map((procedure) => (
          <li key={procedure.procedureID}>
            <Choice procedure={procedure} why={whyNotAdded(draft, procedure, forms)} onPick={onPick} />
          </li>
        ))}
      </ul>
    </div>
  );
}

function Choice({
  procedure,
  why,
  onPick,
}: {
  readonly procedure: Procedure;
  readonly why: string | null;
  readonly onPick: Props['onPick'];
}) {
  const { procedureName, procedureAcronym, speciality } = procedure;
  const small = [procedureAcronym, speciality].filter((part) => part !== '').join(' · ');
  return (
    <button type="button" className={styles.choice} disabled={why !== null} onClick={() => onPick(procedure)}>
      <span className={styles.words}>
        <span className={styles.name}>{procedureName}</span>
        <span className={styles.small}>{why === null ? small : `${small} · ${why}`}</span>
      </span>
      <Icon name={why === null ? 'plus' : 'check'} />
    </button>
  );
}

function passFocusOn(event: FocusEvent<HTMLElement>): void {
  if (event.target === event.currentTarget) event.currentTarget.querySelector('input')?.focus();
}
