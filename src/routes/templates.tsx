import { paths } from '#src/paths.ts';
import { withoutDefaults } from '#src/search-params.ts';
import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { libraryTabsRoute } from './library-tabs.tsx';
import { permitted } from './permitted.ts';
import { TemplatesSearch } from './search.ts';

const Templates = lazyRouteComponent(() => import('#src/screens/templates/Templates.tsx'), 'Templates');
const TemplateScreen = lazyRouteComponent(() => import('#src/screens/templates/TemplateScreen.tsx'), 'TemplateScreen');

export const templatesRoute = createRoute({
  getParentRoute: () => libraryTabsRoute,
  path: '/templates',
  staticData: { title: ({ id, mode }) => (id !== undefined || mode === 'new' ? 'Template' : 'Templates') },
  validateSearch: TemplatesSearch,
  beforeLoad: (context) => {
    permitted('consents.read')(context);
    if (context.search.mode !== undefined) permitted('templates.edit')(context);
  },
  loaderDeps: ({ search: { id, mode } }) => ({ id, mode }),
  loader: ({ deps: { id, mode } }) => (id === undefined && mode === undefined ? Templates : TemplateScreen).preload?.(),
  component: TemplatesRoute,
});

function TemplatesRoute(): ReactNode {
  const { id, page = 1, version, mode } = templatesRoute.useSearch();
  const navigate = templatesRoute.useNavigate();
  const onDone = () => void navigate(paths.templates);
  if (mode === 'new') return <TemplateScreen key="new" id={null} onDone={onDone} />;
  if (id !== undefined) return <TemplateScreen key={`${id} ${mode}`} id={id} version={version} mode={mode} onDone={onDone} />;
  return <Templates page={page} onPage={(next) => void navigate({ search: withoutDefaults({ page: next }, { page: 1 }) })} />;
}
