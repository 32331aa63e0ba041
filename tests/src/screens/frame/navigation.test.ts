import { onlyUnlockedWords } from '#src/screens/frame/only-unlocked-words.ts';
import { SEEDED_ROLES } from '#domain/accounts/roles.ts';
import { homeTabs, managementItems, outboxNavigationItem, workItems } from '#src/screens/frame/navigation.ts';
import { shellState } from '#src/screens/frame/shell-state.ts';
import { expect, test } from 'vitest';

const heldBy = (role: string) => SEEDED_ROLES.find(({ key }) => key === role)?.permissions ?? [];
const labels = (role: string, path = '/') => workItems(heldBy(role), path).map(({ label }) => label);

test('the menu shows what somebody may do, and nothing else', () => {
  expect(labels('CLINICIAN')).toEqual(['Home', 'Lists', 'Patients', 'Consents', 'Library']);
  expect(labels('REFERRER')).toEqual(['Home', 'Lists', 'Patients', 'Consents', 'Library']);
  expect(labels('ADMIN')).toEqual(['Home', 'Lists', 'Patients', 'Consents', 'Library', 'Manage']);
  expect(labels('BCH_CLINICIAN')).toContain('Manage');
});

test('figures and referrals are parts of Home, and a place of their own for whoever has no Home', () => {
  const halves = (role: string, path: string) =>
    homeTabs(heldBy(role), path).map(({ label, active }) => `${label}${active ? ' (here)' : ''}`);
  expect(halves('CLINICIAN', '/')).toEqual(['Work (here)', 'Referrals', 'Figures']);
  expect(halves('CLINICIAN', '/my-referral')).toEqual(['Work', 'Referrals (here)', 'Figures']);
  expect(halves('CLINICIAN', '/?view=figures')).toEqual(['Work', 'Referrals', 'Figures (here)']);
  expect(halves('NURSE', '/')).toEqual(['Work (here)', 'Figures']);
  expect(halves('REFERRER', '/my-referral')).toEqual(['Work', 'Referrals (here)']);
  expect(halves('AUDITOR', '/?view=figures')).toEqual(['Figures (here)']);
});

test('an auditor’s places are the figures, the security log and the audit trail; a single one has its own name', () => {
  expect(labels('AUDITOR')).toEqual(['Figures', 'Manage']);
  expect(managementItems(heldBy('AUDITOR'), '/security').map(({ label }) => label)).toEqual(['Security log', 'Audit trail']);
  expect(workItems(['roles.manage'], '/').map(({ label }) => label)).toEqual(['Roles']);
});

test('an administrator finds all of management beside each other', () => {
  expect(managementItems(heldBy('ADMIN'), '/').map(({ label }) => label)).toEqual([
    'People',
    'Roles',
    'Organisation',
    'Messages',
    'Tablets',
    'Security log',
    'Audit trail',
    'Retention',
    'Privacy',
    'Status',
  ]);
  expect(managementItems(heldBy('BCH_CLINICIAN'), '/').map(({ label }) => label)).toEqual([
    'People',
    'Roles',
    'Tablets',
    'Status',
  ]);
});

test('the menu says where one is, in each place of management too', () => {
  for (const path of [
    '/User-Management',
    '/roles',
    '/add-role',
    '/edit-role?id=1',
    '/organisation',
    '/devices',
    '/security?type=SIGNED_IN',
    '/audit?day=2026-08-06',
    '/status',
  ]) {
    expect(
      workItems(heldBy('ADMIN'), path)
        .filter(({ active }) => active)
        .map(({ label }) => label),
    ).toEqual(['Manage']);
    expect(managementItems(heldBy('ADMIN'), path).filter(({ active }) => active)).toHaveLength(1);
  }
  expect(workItems(heldBy('ADMIN'), '/').find(({ active }) => active)?.label).toBe('Home');
});

test('what is not sent is counted in words too, and stands out when a person has to look', () => {
  const badge = (unsent: number, stopped: number) => outboxNavigationItem({ unsent, blocked: stopped }, '/');
  expect(badge(0, 0).badge).toBeUndefined();
  expect(badge(3, 0)).toMatchObject({ badge: '3', badgeLabel: '3 not sent', badgeTone: undefined });
  expect(badge(3, 1)).toMatchObject({ badge: '3', badgeLabel: '3 not sent, 1 needs you', badgeTone: 'stop' });
  expect(badge(120, 2)).toMatchObject({ badge: '99+', badgeLabel: '120 not sent, 2 need you' });
});

test('without a network the truth is told of whether work is kept; without a rail what stays unsent is said on top', () => {
  const calm = {
    server: 'here',
    isKept: true,
    isBare: false,
    lasts: false,
    unsent: 0,
    blocked: 0,
    sync: { kind: 'quiet' },
  } as const;
  expect(shellState(calm)).toBeUndefined();
  expect(shellState({ ...calm, server: 'offline' })?.text).toBe('Offline: your work is saved on this tablet');
  expect(shellState({ ...calm, server: 'offline', isKept: false })?.text).toContain('nothing can be saved');
  const bare = { ...calm, isBare: true, unsent: 1 };
  expect(shellState({ ...bare, sync: { kind: 'sending' } })).toBeUndefined();
  expect(shellState({ ...bare, sync: { kind: 'unreachable' } })).toMatchObject({ text: '1 not sent', tone: 'warn' });
  // Also while the sender reports nothing: it waits for its turn, or for another tab.
  expect(shellState(bare)).toBeUndefined();
  expect(shellState({ ...bare, lasts: true })).toMatchObject({ text: '1 not sent', tone: 'warn' });
  expect(shellState({ ...bare, lasts: true, sync: { kind: 'sending' } })?.text).toBe('1 not sent');
  expect(shellState({ ...bare, lasts: true, unsent: 0 })).toBeUndefined();
  expect(shellState({ ...bare, blocked: 1 })).toMatchObject({ text: '1 not sent, 1 needs you', tone: 'stop' });
});

test('a session without a token says whether the network or only a sign-in is missing, and what waits', () => {
  expect(onlyUnlockedWords({ server: 'offline', unsent: 2 })).toBe(
    'Opened on this tablet without the network. What waits is sent once the network is back and you are signed in.',
  );
  expect(onlyUnlockedWords({ server: 'failing', unsent: 2 })).toContain('while the server has a problem');
  expect(onlyUnlockedWords({ server: 'here', unsent: 2 })).toBe(
    'You are not signed in to the server. Sign in to send the 2 items that wait on this tablet.',
  );
  expect(onlyUnlockedWords({ server: 'here', unsent: 1 })).toContain('the item that waits');
});
