import { NeedsServer } from '#src/notices/NeedsServer.tsx';
import { paths } from '#src/paths.ts';
import { useSession } from '#src/session/session.ts';
import { TwoFactorWizard } from '#src/screens/account/TwoFactorWizard.tsx';
import { ButtonLink } from '#src/ui/ButtonLink.tsx';
import { Icon } from '#src/ui/theme/Icon.tsx';
import { Page } from '#src/ui/layout/Page.tsx';
import { PageHeader } from '#src/ui/layout/PageHeader.tsx';
import { Panel } from '#src/ui/layout/Panel.tsx';
import { useState } from 'react';
import { ChangePassword } from './ChangePassword.tsx';
import { MyProfile } from './MyProfile.tsx';
import { startTab, tabsFor, type ProfileTab } from './profile-tabs.ts';
import { OwnMessages } from './OwnMessages.tsx';
import { SideTabs } from './SideTabs.tsx';
import { TabletPin } from './TabletPin.tsx';
import { UpdateProfile } from './UpdateProfile.tsx';

type ProfileProps = {
  /** The tab to start on, from the navigation state (spec §2); anything else starts on the first. */
  readonly tab: unknown;
  /** The profile was changed: the session must end. */
  readonly onUpdated: () => void;
};

/** The signed-in person's details, and their own changes, in tabs (spec §2). */
export function Profile({ tab, onUpdated }: ProfileProps) {
  const user = useSession()?.user;
  const isTwoFactorOn = user?.TwoFAEnabled === true;
  const [chosen, setChosen] = useState<ProfileTab>(() => startTab(tab, isTwoFactorOn));
  if (user === undefined) return null;
  // Once two-factor authentication is on its tab is removed, even if it is open.
  const active = startTab(chosen, isTwoFactorOn);
  const actions = (
    <>
      <ButtonLink href={paths.outbox.href} variant="default" leftSection={<Icon name="upload" />}>
        To send
      </ButtonLink>
      <ButtonLink href={paths.signOut.href} variant="default" leftSection={<Icon name="signOut" />}>
        Sign out
      </ButtonLink>
    </>
  );
  return (
    <>
      <PageHeader title="Your profile" actions={actions} />
      <Page>
        <SideTabs label="Your profile" tabs={tabsFor(isTwoFactorOn)} active={active} onSelect={setChosen}>
          {active === 'profile' && <MyProfile user={user} />}
          {active === 'update' && <UpdateProfile user={user} onUpdated={onUpdated} />}
          {active === 'password' && <ChangePassword email={user.email} />}
          {active === 'tablet-pin' && <TabletPin user={user} />}
          {active === 'messages' && <OwnMessages />}
          {active === 'two-factor' && (
            <Panel title="Enable 2FA">
              <NeedsServer />
              <TwoFactorWizard asksPassword onDone={() => setChosen('profile')} />
            </Panel>
          )}
        </SideTabs>
      </Page>
    </>
  );
}
