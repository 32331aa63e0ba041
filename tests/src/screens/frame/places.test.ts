import { SEEDED_ROLES } from '#domain/roles.ts';
import { managingPlaces, workPlaces } from '#src/screens/frame/places.ts';
import { expect, test } from 'vitest';

const heldBy = (role: string) => SEEDED_ROLES.find(({ key }) => key === role)?.permissions ?? [];
const labels = (role: string, path = '/') => workPlaces(heldBy(role), path).map(({ label }) => label);

test('the menu shows what somebody may do, and nothing else', () => {
  expect(labels('CLINICIAN')).toEqual(['Home', 'Patients', 'Consents', 'Library', 'Figures']);
  expect(labels('REFERRER')).toEqual(['Home', 'Patients', 'Consents', 'Library']);
  expect(labels('ADMIN')).toEqual(['Home', 'Patients', 'Consents', 'Library', 'Figures', 'Manage']);
  expect(labels('BCH_CLINICIAN')).toContain('Manage');
});

test('an auditor’s one place of management goes by its own name', () => {
  expect(labels('AUDITOR')).toEqual(['Figures', 'Security log']);
  expect(managingPlaces(heldBy('AUDITOR'), '/security').map(({ label }) => label)).toEqual(['Security log']);
});

test('an administrator finds all of management beside each other', () => {
  expect(managingPlaces(heldBy('ADMIN'), '/').map(({ label }) => label)).toEqual(['People', 'Roles', 'Tablets', 'Security log']);
  expect(managingPlaces(heldBy('BCH_CLINICIAN'), '/').map(({ label }) => label)).toEqual(['People', 'Roles', 'Tablets']);
});

test('the menu says where one is, in each place of management too', () => {
  for (const path of ['/User-Management', '/roles', '/add-role', '/edit-role?id=1', '/devices', '/security?type=SIGNED_IN']) {
    expect(
      workPlaces(heldBy('ADMIN'), path)
        .filter(({ active }) => active)
        .map(({ label }) => label),
    ).toEqual(['Manage']);
    expect(managingPlaces(heldBy('ADMIN'), path).filter(({ active }) => active)).toHaveLength(1);
  }
  expect(workPlaces(heldBy('ADMIN'), '/').find(({ active }) => active)?.label).toBe('Home');
});
