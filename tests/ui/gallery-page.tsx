import { Button } from '@mantine/core';
import { useState } from 'react';
import { createRoot } from 'react-dom/client';
import { AppShell, type NavigationItem } from '#src/ui/layout/AppShell.tsx';
import { ButtonLink } from '#src/ui/ButtonLink.tsx';
import { useDisplaySettings } from '#src/ui/theme/display-settings.ts';
import { FilterChips } from '#src/ui/fields/FilterChips.tsx';
import { FooterBar } from '#src/ui/layout/FooterBar.tsx';
import { demoHref, demoRows } from '#src/ui/gallery/demo-rows.ts';
import { FiguresSection } from '#src/ui/gallery/FiguresSection.tsx';
import { demoColumns } from '#src/ui/gallery/ListsSection.tsx';
import { demoIdentity, demoSteps } from '#src/ui/gallery/StepsSection.tsx';
import { Gallery } from '#src/ui/Gallery.tsx';
import { IdentityBar } from '#src/ui/clinical/IdentityBar.tsx';
import { NavigationProvider } from '#src/ui/Link.tsx';
import { ListScreen } from '#src/ui/layout/ListScreen.tsx';
import { Notice } from '#src/ui/Notice.tsx';
import { Columns, Page } from '#src/ui/layout/Page.tsx';
import { Panel } from '#src/ui/layout/Panel.tsx';
import { StateChip } from '#src/ui/layout/StateChip.tsx';
import { StepTabs } from '#src/ui/layout/StepTabs.tsx';
import { ThemeProvider } from '#src/ui/theme/ThemeProvider.tsx';

const places: readonly NavigationItem[] = [
  { href: demoHref('/'), label: 'Today', icon: 'today', active: true },
  { href: demoHref('/patient'), label: 'Patients', icon: 'patients', active: false },
  { href: demoHref('/consent'), label: 'Consents', icon: 'consents', active: false, badge: '4', badgeLabel: '4 need action' },
  { href: demoHref('/procedure'), label: 'Library', icon: 'library', active: false },
  { href: demoHref('/figures'), label: 'Figures', icon: 'figures', active: false },
];
const account: NavigationItem = { href: demoHref('/profile'), label: 'You', icon: 'you', active: false };
const waiting = {
  tone: 'warn',
  icon: 'offline',
  short: '2 to send',
  text: 'Offline · 2 waiting to send',
  href: demoHref('/unsent'),
} as const;

const view = new URLSearchParams(location.search).get('view') ?? 'all';
const root = document.getElementById('root');
if (root === null) throw new Error('gallery.html has lost its root');
createRoot(root).render(
  <ThemeProvider>
    <NavigationProvider go={(href) => (document.title = `Went to ${href}`)}>
      <Framed />
    </NavigationProvider>
  </ThemeProvider>,
);

function Framed() {
  const [{ layout }] = useDisplaySettings();
  return (
    <AppShell product="Assent" places={places} account={account} layout={layout} bare={view === 'builder'} state={waiting}>
      {view === 'all' && <Gallery />}
      {view === 'ward' && <Ward />}
      {view === 'builder' && <Builder />}
    </AppShell>
  );
}

function Ward() {
  const [search, setSearch] = useState('');
  const [filter, setFilter] = useState<'all' | 'action'>('all');
  return (
    <ListScreen
      title="Today’s list"
      search={{ label: 'Name, number or birth date', value: search, onChange: setSearch }}
      actions={<ButtonLink href={demoHref('/create-consent')}>New consent</ButtonLink>}
      filters={
        <FilterChips
          label="Show"
          options={[
            { value: 'all', label: 'All', count: 9 },
            { value: 'action', label: 'Needs action', count: 4 },
          ]}
          value={filter}
          onChange={setFilter}
        />
      }
      content={{ rows: demoRows, state: 'ready', failed: null, paging: null, notices: null }}
      columns={demoColumns}
      rowKey={(row) => row.id}
      rowHref={(row) => demoHref(`/patient/detail?id=${row.id}`)}
      empty={null}
      noun="patients"
      onPage={() => undefined}
    />
  );
}

function Builder() {
  const [step, setStep] = useState('risks');
  return (
    <>
      <IdentityBar {...demoIdentity} procedures={[{ name: 'Cataract surgery', side: 'RIGHT eye' }]} />
      <StepTabs label="Steps of this consent" steps={demoSteps} active={step} onSelect={setStep} />
      <Page top>
        <h1>Risks and benefits</h1>
        <Columns
          aside={
            <>
              <Panel title="Instead of surgery">New glasses. Waiting and checking again later. No treatment.</Panel>
              <Notice tone="warn" title="Before it can be signed">
                <p>Say whether an interpreter is needed.</p>
                <p>Add your statement.</p>
              </Notice>
            </>
          }
        >
          <FiguresSection />
        </Columns>
      </Page>
      <FooterBar state={<StateChip tone="info">Saved on this tablet 14:02</StateChip>}>
        <Button variant="default">Save and exit</Button>
        <Button>Save and continue</Button>
      </FooterBar>
    </>
  );
}
