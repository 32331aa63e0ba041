import { startTab, tabsFor } from '#src/screens/profile/profile-tabs.ts';
import { expect, test } from 'vitest';

test('the profile has six tabs, and five once two-factor authentication is on', () => {
  expect(tabsFor(false).map(({ label }) => label)).toEqual([
    'My Profile',
    'Update Profile',
    'Change Password',
    'Tablet PIN',
    'Messages',
    'Enable 2FA',
  ]);
  expect(tabsFor(true).map(({ label }) => label)).toEqual([
    'My Profile',
    'Update Profile',
    'Change Password',
    'Tablet PIN',
    'Messages',
  ]);
});

test('the navigation may say on which tab to start', () => {
  expect(startTab('password', false)).toBe('password');
  expect(startTab('two-factor', false)).toBe('two-factor');
});

test('a tab that is not there starts on the first', () => {
  for (const asked of [undefined, null, 7, 'nothing', {}]) expect(startTab(asked, false)).toBe('profile');
  expect(startTab('two-factor', true)).toBe('profile');
});
