import { nameWithoutType, type Template } from '#domain/templates/library-template.ts';
import { listContent } from '#src/results/list-content.tsx';
import { useDebouncedServerSearch } from '#src/results/use-debounced-search.ts';
import { useListSearch } from '#src/results/use-list-search.ts';
import { paths } from '#src/paths.ts';
import { useProduct } from '#src/queries/reference.ts';
import { templateListOptions } from '#src/queries/templates.ts';
import { useMay } from '#src/session/permissions.ts';
import { ButtonLink } from '#src/ui/ButtonLink.tsx';
import type { Column } from '#src/ui/layout/DataTable.tsx';
import { QuietLine, StrongLine } from '#src/ui/layout/Lines.tsx';
import { ListScreen } from '#src/ui/layout/ListScreen.tsx';
import { EmptyState } from '#src/ui/states.tsx';
import { useQuery } from '@tanstack/react-query';
import { changedWords } from './template-words.ts';
import { FORM_WORDS } from '#domain/forms/form-words.ts';

type TemplatesProps = { readonly page: number; readonly onPage: (page: number) => void };

/** The templates of forms, with their last change. */
export function Templates({ page, onPage }: TemplatesProps) {
  const search = useListSearch({ key: 'templates.search', label: 'Name or form type', page, onFirstPage: () => onPage(1) });
  const { timeZone } = useProduct();
  const mayEdit = useMay('templates.edit');
  const list = useQuery(templateListOptions({ page, search: useDebouncedServerSearch(search.value) }));
  return (
    <ListScreen
      title="Templates"
      search={search}
      actions={mayEdit && <ButtonLink href={paths.newTemplate.href}>New template</ButtonLink>}
      content={listContent(list)}
      columns={columnsIn(timeZone)}
      rowKey={({ _id }) => _id}
      rowHref={({ _id }) => paths.template(_id).href}
      empty={
        <EmptyState icon="search" title="No template found">
          Try fewer letters.
        </EmptyState>
      }
      noun="templates"
      onPage={onPage}
    />
  );
}

const columnsIn = (zone: string): Column<Template>[] => [
  {
    heading: 'Template',
    width: '3fr',
    cell: ({ name, speciality }) => (
      <>
        <StrongLine>{nameWithoutType(name)}</StrongLine>
        {speciality !== null && <QuietLine>{speciality}</QuietLine>}
      </>
    ),
  },
  { heading: 'Form', width: '5rem', cell: ({ formType }) => FORM_WORDS[formType].name },
  { heading: 'Version', width: '5.5rem', phoneLabel: true, cell: ({ version }) => <span className="num">{version}</span> },
  { heading: 'Last change', width: '2fr', cell: (template) => <QuietLine>{changedWords(template, zone)}</QuietLine> },
];
