import type { OwnOrganisation } from '#contract/organisation.ts';
import { LeaveGuard } from '#src/notices/LeaveGuard.tsx';
import { NeedsServer } from '#src/notices/NeedsServer.tsx';
import { gradeListOptions, specialityListOptions } from '#src/queries/organisation.ts';
import { ErrorSummary } from '#src/ui/fields/ErrorSummary.tsx';
import { FooterBar } from '#src/ui/layout/FooterBar.tsx';
import { Columns, Page } from '#src/ui/layout/Page.tsx';
import { PageHeader } from '#src/ui/layout/PageHeader.tsx';
import { StateChip } from '#src/ui/layout/StateChip.tsx';
import { Button } from '@mantine/core';
import { ConflictNotice } from './ConflictNotice.tsx';
import { DetailsFields, PublicFields } from './DetailsFields.tsx';
import { EntryPanel } from './EntryPanel.tsx';
import { ExperiencePanel } from './ExperiencePanel.tsx';
import { LogoPanel } from './LogoPanel.tsx';
import { OrganisationsPanel } from './OrganisationsPanel.tsx';
import { PlanPanel } from './PlanPanel.tsx';
import { TeamsPanel } from './TeamsPanel.tsx';
import { useDetailsEdit } from './use-details-edit.ts';

/** Details and logo as a form; the lists below are saved one entry at a time. */
export function OrganisationEditor({ first }: { readonly first: OwnOrganisation }) {
  const edit = useDetailsEdit(first);
  const { form, base, theirs, isChanged } = edit;
  return (
    <>
      <LeaveGuard hasUnsaved={() => isChanged} />
      <PageHeader
        title="Organisation"
        about="Documents show name, address and logo from the next form on. Forms that were sent keep theirs."
      />
      <Page>
        <NeedsServer />
        {theirs !== null && <ConflictNotice theirs={theirs} onTakeTheirs={edit.takeTheirs} onKeepMine={edit.keepMine} />}
        <ErrorSummary problems={form.problems} />
        <Columns aside={<LogoPanel organisation={base} onChanged={edit.logoChanged} />}>
          <DetailsFields form={form} />
        </Columns>
        <PublicFields form={form} />
        <TeamsPanel />
        <ExperiencePanel />
        <PlanPanel />
        <EntryPanel kind="speciality" query={specialityListOptions()} mayChange={base.isFirst} />
        <EntryPanel kind="grade" query={gradeListOptions()} mayChange={base.isFirst} />
        {base.isFirst && <OrganisationsPanel />}
      </Page>
      <FooterBar state={isChanged && <StateChip tone="warn">Details not saved</StateChip>}>
        <Button onClick={() => edit.submit()} loading={edit.isSaving} disabled={theirs !== null}>
          Save details
        </Button>
      </FooterBar>
    </>
  );
}
