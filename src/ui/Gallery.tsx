import { DisplayPanel } from '#src/ui/layout/DisplayPanel.tsx';
import { FieldsSection } from './gallery/FieldsSection.tsx';
import { FiguresSection } from './gallery/FiguresSection.tsx';
import { ListsSection } from './gallery/ListsSection.tsx';
import { NoticesSection } from './gallery/NoticesSection.tsx';
import { StatesSection } from './gallery/StatesSection.tsx';
import { StepsSection } from './gallery/StepsSection.tsx';
import { Page } from '#src/ui/layout/Page.tsx';
import { PageHeader } from '#src/ui/layout/PageHeader.tsx';

/** Every house widget in every state, for the development route `/ui` and for the visual tests. */
export function Gallery() {
  return (
    <>
      <PageHeader title="House widgets" about="Every widget of the staff app, in every state." />
      <Page>
        <DisplayPanel />
        <StepsSection />
        <ListsSection />
        <FieldsSection />
        <FiguresSection />
        <NoticesSection />
        <StatesSection />
      </Page>
    </>
  );
}
