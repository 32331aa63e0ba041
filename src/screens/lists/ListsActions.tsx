import { LIST_WORDS } from '#domain/theatre/listed.ts';
import { paths } from '#src/paths.ts';
import { ExportButton } from '#src/results/ExportButton.tsx';
import { useSession } from '#src/session/session.ts';
import { ButtonLink } from '#src/ui/ButtonLink.tsx';
import { Button } from '@mantine/core';
import type { TheatreListQuery, ListsFilter } from './lists-filter.ts';

type Props = {
  readonly list: TheatreListQuery;
  readonly filter: ListsFilter;
  /** Of the cases that are shown; null before they are known. */
  readonly total: number | null;
};

/** The list as a file, as a sheet to fill in, and on paper. */
export function ListsActions({ list: { days, words, listType, show }, filter, total }: Props) {
  const user = useSession()?.user;
  return (
    <>
      <ExportButton
        request={{
          name: 'exportListed',
          filter: {
            ...days,
            listType,
            ...(show === 'waiting' && { show: 'WAITING' }),
            ...(show === 'mine' && user !== undefined && { clinician: user._id }),
          },
        }}
        list={{
          noun: 'listed cases',
          file: 'listed',
          total,
          filters: [LIST_WORDS[listType], words, ...(show === 'waiting' ? ['not ready'] : show === 'mine' ? ['mine'] : [])],
        }}
      />
      {user?.permissions.includes('consents.read') === true && (
        <ButtonLink variant="default" href={paths.listSheet(filter).href}>
          Sheet
        </ButtonLink>
      )}
      <Button variant="default" onClick={() => print()}>
        Print
      </Button>
    </>
  );
}
