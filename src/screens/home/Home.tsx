import { paths } from '#src/paths.ts';
import { useDebouncedSearch } from '#src/results/use-debounced-search.ts';
import { useListSearch } from '#src/results/use-list-search.ts';
import { useNeeds } from '#src/queries/needs.ts';
import { useToday } from '#src/queries/use-today.ts';
import { useMay } from '#src/session/permissions.ts';
import { ButtonLink } from '#src/ui/ButtonLink.tsx';
import { Link } from '#src/ui/Link.tsx';
import { Columns, Page } from '#src/ui/layout/Page.tsx';
import { PageHeader } from '#src/ui/layout/PageHeader.tsx';
import { SearchBox } from '#src/ui/fields/SearchBox.tsx';
import { CaseList, type CaseListFilter } from './CaseList.tsx';
import { ComingList } from './ComingList.tsx';
import { HomeCounts } from './HomeCounts.tsx';
import { FirstSteps } from './FirstSteps.tsx';
import { NeedsPanel } from './NeedsPanel.tsx';
import { NoNameNotice } from './NoNameNotice.tsx';
import { RecentCases } from './RecentCases.tsx';

type HomeProps = CaseListFilter & {
  /** The list of cases, also where no filter asks for it. */
  readonly isAll: boolean;
  readonly onFilter: (next: CaseListFilter) => void;
};

/**
 * The start: what waits for this person, their list for surgery, and their recent cases. A search shows its results instead, and
 * so does a person who signs nothing, or a browser that keeps nothing.
 */
export function Home(props: HomeProps) {
  const { page, status, duration, confirmDue, isAll, onFilter } = props;
  const onFirstPage = () => onFilter({ page: 1, status, duration, confirmDue });
  const search = useListSearch({ key: 'home.search', label: 'Name, number or birth date', page, onFirstPage });
  const searchTerm = useDebouncedSearch(search.value);
  const maySign = useMay('consents.sign');
  const mayWrite = useMay('consents.write');
  const today = useToday();
  const needs = useNeeds();
  const isFiltered = search.value !== '' || page > 1 || status !== 'ALL' || confirmDue || isAll;
  const isList = !maySign || needs.data === null || isFiltered;
  return (
    <>
      {/* One heading over both bodies: whoever types in its search box goes on typing there. */}
      <PageHeader
        title="Home"
        search={<SearchBox {...search} />}
        actions={mayWrite && <ButtonLink href={paths.choosePatient.href}>New consent</ButtonLink>}
      />
      <NoNameNotice />
      <FirstSteps />
      {isList ? (
        <CaseList
          {...props}
          searchTerm={searchTerm}
          above={<HomeCounts shown={confirmDue ? 'CONFIRM' : status === 'ENDED' ? undefined : status} />}
        />
      ) : (
        <Page>
          <HomeCounts />
          <Columns
            aside={
              <>
                <ComingList today={today} />
                <RecentCases />
                <p>
                  <Link href={paths.blankForms.href}>Blank forms to print</Link>
                </p>
              </>
            }
          >
            <NeedsPanel needs={needs} today={today} />
          </Columns>
        </Page>
      )}
    </>
  );
}
