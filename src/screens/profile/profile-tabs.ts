/** The tabs of the profile, in their order (spec §2), and those for the tablet PIN and for messages [choice]. */
export const PROFILE_TABS = ['profile', 'update', 'password', 'tablet-pin', 'messages', 'two-factor'] as const;
export type ProfileTab = (typeof PROFILE_TABS)[number];

const LABELS: Readonly<Record<ProfileTab, string>> = {
  profile: 'My Profile',
  update: 'Update Profile',
  password: 'Change Password',
  'tablet-pin': 'Tablet PIN',
  messages: 'Messages',
  'two-factor': 'Enable 2FA',
};

/** The available tabs: the last one is omitted once two-factor authentication is on (spec §2). */
export function tabsFor(isTwoFactorOn: boolean): readonly { readonly key: ProfileTab; readonly label: string }[] {
  return PROFILE_TABS.filter((key) => key !== 'two-factor' || !isTwoFactorOn).map((key) => ({ key, label: LABELS[key] }));
}

/** The tab to start on: the requested one if available, else the first (spec §2). */
export function startTab(requested: unknown, isTwoFactorOn: boolean): ProfileTab {
  return tabsFor(isTwoFactorOn).find(({ key }) => key === requested)?.key ?? 'profile';
}
