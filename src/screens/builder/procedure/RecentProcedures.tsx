import type { Procedure } from '#domain/library/procedure.ts';
import { consentListOptions } from '#src/queries/dashboard.ts';
import { useProcedureCatalogue } from '#src/queries/library/library.ts';
import { Icon } from '#src/ui/theme/Icon.tsx';
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import styles from '../parts/builder.module.css';
import type { FormType } from '#domain/forms/form-types.ts';
import type { Draft } from '../draft/draft.ts';
import { whyNotAdded } from './procedure-edits.ts';
import { recentProcedures } from './procedure-search.ts';

type Props = { readonly draft: Draft; readonly forms: readonly FormType[]; readonly onPick: (procedure: Procedure) => void };

/** The procedures of this person's last consents, each one tap away; nothing for somebody without any. */
export function RecentProcedures({ draft, forms, onPick }: Props) {
  const { items = [] } = useProcedureCatalogue();
  const { data } = useQuery(consentListOptions({ page: 1, search: '', status: 'ALL', isMine: true }));
  const names = (data?.records ?? []).flatMap(({ procedures }) => procedures.map(({ procedureName }) => procedureName));
  const offered = recentProcedures(
    items.filter((each) => whyNotAdded(draft, each, forms) === null),
    names,
  );
  if (offered.length === 0) return null;
  return (
    <div role="group" aria-labelledby="recent-procedures" className={styles.recent}>
      <p id="recent-procedures" className={styles.small}>
        You chose these last:
      </p>
      {offered.map((procedure) => (
        <Button
          key={procedure.procedureID}
          variant="default"
          leftSection={<Icon name="plus" />}
          onClick={() => onPick(procedure)}
        >
          {procedure.procedureName}
        </Button>
      ))}
    </div>
  );
}
