import { LIST_WORDS } from '#domain/theatre/listed.ts';
import { NeedsServer } from '#src/notices/NeedsServer.tsx';
import { useToday } from '#src/queries/use-today.ts';
import { useSession } from '#src/session/session.ts';
import { Page } from '#src/ui/layout/Page.tsx';
import { PageHeader } from '#src/ui/layout/PageHeader.tsx';
import type { Href } from '#src/ui/href.ts';
import { daysLater, dayWords, listDays } from '../list-days.ts';
import type { ListsFilter } from '../lists-filter.ts';
import { SheetDownload } from './SheetDownload.tsx';
import { SheetReturn } from './SheetReturn.tsx';

type Props = { readonly filter: ListsFilter; readonly back: Href };

/** The sheet for the time when no tablet works: taken along before, brought back after. */
export function TheatreSheet({ filter: { day: named, days, list }, back }: Props) {
  const today = useToday();
  const permissions = useSession()?.user.permissions ?? [];
  const day = named ?? today;
  const isWeek = days === 'week';
  const listType = list ?? 'THEATRE';
  const words = isWeek ? `${dayWords(day)} to ${dayWords(daysLater(day, 6))}` : dayWords(day);
  const take = (
    <>
      <NeedsServer />
      <SheetDownload query={{ ...listDays({ day, isWeek }), listType }} days={words} />
    </>
  );
  return (
    <>
      <PageHeader
        title="Sheet for a dead tablet"
        about={`${LIST_WORDS[listType]}, ${words}`}
        back={{ href: back, label: 'Lists' }}
      />
      {permissions.includes('consents.write') ? <SheetReturn before={take} /> : <Page>{take}</Page>}
    </>
  );
}
