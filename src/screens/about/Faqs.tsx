import { QueryFailure } from '#src/results/QueryFailure.tsx';
import { paths } from '#src/paths.ts';
import { faqOptions } from '#src/queries/reference.ts';
import { Disclosure } from '#src/ui/layout/Disclosure.tsx';
import { Page } from '#src/ui/layout/Page.tsx';
import { PageHeader } from '#src/ui/layout/PageHeader.tsx';
import { Panel } from '#src/ui/layout/Panel.tsx';
import { SearchBox } from '#src/ui/fields/SearchBox.tsx';
import { Skeleton } from '#src/ui/layout/Skeleton.tsx';
import { EmptyState } from '#src/ui/states.tsx';
import { foldForSearch } from '#domain/values/search-text.ts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';

/** Questions that staff ask, in groups, each opened by a tap; a search word filters them. */
export function Faqs() {
  const { data, error, refetch } = useQuery(faqOptions());
  const [search, setSearch] = useState('');
  const wanted = foldForSearch(search);
  const found = (data ?? []).filter(({ question, answer }) => foldForSearch(`${question} ${answer}`).includes(wanted));
  const groups = [...new Set(found.map(({ group }) => group))];
  return (
    <>
      <PageHeader title="Questions and answers" back={{ href: paths.profile.href, label: 'Your profile' }} />
      <Page narrow>
        <SearchBox label="Search the questions" value={search} onChange={setSearch} />
        {data === undefined &&
          (error === null ? <Skeleton card /> : <QueryFailure failure={error} onRetry={() => void refetch()} />)}
        {data !== undefined && groups.length === 0 && (
          <EmptyState icon="search" title="No question found">
            Try fewer letters or another word.
          </EmptyState>
        )}
        {groups.map((group) => (
          <Panel key={group} title={group}>
            {found
              .filter((each) => each.group === group)
              .map(({ _id, question, answer }) => (
                <Disclosure key={_id} summary={question}>
                  <p>{answer}</p>
                </Disclosure>
              ))}
          </Panel>
        ))}
      </Page>
    </>
  );
}
