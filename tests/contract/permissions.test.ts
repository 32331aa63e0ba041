import fs from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { calls } from '#contract/calls.ts';
import type { Call } from '#contract/engine/define.ts';
import { PERMISSION_GROUPS } from '#domain/accounts/permission-words.ts';
import { PERMISSIONS, SEEDED_ROLES, type Permission } from '#domain/accounts/roles.ts';

const root = path.resolve(import.meta.dirname, '../..');

/**
 * The file that shows a page or an act to those alone who hold the permission, one at least for each. The guard is in it word for word:
 * a permission that no screen asks for opens nothing that a person could find.
 */
const SHOWN_BY: Readonly<Record<Permission, readonly string[]>> = {
  'users.manage': [
    'src/routes/user-management.tsx',
    'src/routes/devices.tsx',
    'src/routes/status.tsx',
    'src/screens/frame/navigation.ts',
  ],
  'roles.manage': ['src/routes/edit-role.tsx', 'src/screens/roles/Roles.tsx'],
  'organisation.manage': ['src/routes/organisation.tsx', 'src/routes/retention.tsx', 'src/screens/frame/navigation.ts'],
  'procedures.edit': ['src/routes/library.tsx', 'src/screens/library/Library.tsx'],
  'procedures.publish': ['domain/library/procedure-status.ts', 'src/screens/library/TranslationsView.tsx'],
  'templates.edit': ['src/routes/templates.tsx', 'src/screens/templates/Templates.tsx'],
  'patients.read': [
    'src/routes/patients.tsx',
    'src/routes/patient-detail.tsx',
    'src/routes/lists.tsx',
    'src/screens/frame/navigation.ts',
  ],
  'patients.write': ['src/routes/patients.tsx', 'src/screens/patients/PatientDetail.tsx'],
  'patients.import': ['src/routes/patients.tsx', 'src/screens/patients/Patients.tsx'],
  'consents.read': ['src/routes/consents.tsx', 'src/routes/library.tsx', 'src/screens/frame/navigation.ts'],
  'consents.write': ['src/screens/home/Home.tsx', 'src/screens/cases/paper/PaperPanel.tsx'],
  'consents.send': ['src/screens/builder/review/ReviewStep.tsx', 'src/screens/cases/next/next-step.ts'],
  'consents.sign': ['src/screens/cases/next/next-step.ts', 'src/screens/cases/paper/PaperPanel.tsx'],
  'consents.confirm': ['src/screens/cases/CaseScreen.tsx'],
  'consents.withdraw': ['src/screens/cases/acts/quiet-acts.ts'],
  'consents.void': ['src/screens/cases/acts/quiet-acts.ts'],
  'referrals.write': ['src/routes/my-referral.tsx', 'src/screens/frame/navigation.ts'],
  'referrals.review': ['src/routes/my-referral.tsx', 'src/screens/frame/navigation.ts'],
  'audit.read': ['src/routes/security.tsx', 'src/routes/audit.tsx', 'src/screens/frame/navigation.ts'],
  'dashboard.read': ['src/routes/home.tsx', 'src/screens/frame/navigation.ts'],
  'privacy.manage': ['src/routes/subject-access.tsx', 'src/screens/frame/navigation.ts', 'src/screens/patients/StoredData.tsx'],
};

const needing = (permission: Permission): Call[] =>
  Object.values<Call>(calls).filter(({ access }) => access.includes(permission));
const sentenceOf = (permission: Permission): string =>
  PERMISSION_GROUPS.flatMap(({ permissions }) => permissions).find(({ key }) => key === permission)?.sentence ?? '';

test.each(PERMISSIONS)('%s opens a call and a page, or its sentence says that it does not yet', (permission) => {
  const isBuilt = needing(permission).length > 0;
  expect(/not in this version/.test(sentenceOf(permission))).toBe(!isBuilt);
  if (!isBuilt) return;
  const guards = (file: string) => fs.readFileSync(path.join(root, file), 'utf8').includes(`'${permission}'`);
  const named = SHOWN_BY[permission];
  expect(named.filter((file) => !guards(file))).toEqual([]);
  expect(named).not.toEqual([]);
});

test('every permission is held by a seeded role, and has one sentence of its own', () => {
  for (const permission of PERMISSIONS)
    expect(SEEDED_ROLES.some(({ permissions }) => permissions.includes(permission))).toBe(true);
  const sentences = PERMISSIONS.map(sentenceOf);
  expect(sentences.filter((each) => each === '')).toEqual([]);
  expect(new Set(sentences).size).toBe(PERMISSIONS.length);
});

/** The promises of each sentence, with the call behind each. */
const PROMISES: readonly (readonly [Permission, RegExp, keyof typeof calls])[] = [
  ['users.manage', /Approve and suspend/, 'userAuthorise'],
  ['users.manage', /tablets/, 'deviceRevoke'],
  ['users.manage', /mails and seals/, 'statusGet'],
  ['roles.manage', /Create/, 'roleCreate'],
  ['roles.manage', /delete/, 'roleDelete'],
  ['organisation.manage', /details/, 'organisationUpdate'],
  ['organisation.manage', /logo/, 'organisationLogoUpload'],
  ['organisation.manage', /access plans/, 'subscriptionCreate'],
  ['organisation.manage', /lists/, 'specialityCreate'],
  ['organisation.manage', /state of the server/, 'statusServer'],
  ['organisation.manage', /safety problems/, 'safetyClose'],
  ['organisation.manage', /undo merges/, 'patientUnmerge'],
  ['organisation.manage', /how long records are kept/, 'retentionUpdate'],
  ['organisation.manage', /legal holds/, 'retentionHold'],
  ['privacy.manage', /Make the copy/, 'subjectAccessCreate'],
  ['privacy.manage', /about others/, 'subjectAccessDecide'],
  ['privacy.manage', /release/, 'subjectAccessRelease'],
  ['procedures.edit', /Write procedures/, 'procedureUpdate'],
  ['procedures.edit', /review/, 'procedureUpdateStatus'],
  ['procedures.publish', /Publish/, 'procedureUpdateStatus'],
  ['procedures.publish', /translations/, 'templatesReviewTranslation'],
  ['templates.edit', /Write/, 'templatesCreate'],
  ['templates.edit', /delete/, 'templatesDelete'],
  ['patients.read', /find/, 'patientSearch'],
  ['patients.read', /lists for surgery/, 'patientListed'],
  ['patients.write', /Add/, 'patientCreate'],
  ['patients.write', /status/, 'patientUpdateStatus'],
  ['patients.import', /Import many patients/, 'patientBulkAdd'],
  ['patients.import', /consents signed elsewhere/, 'recordImport'],
  ['consents.read', /documents/, 'consentDownload'],
  ['consents.read', /library/, 'procedureGet'],
  ['consents.write', /Prepare/, 'consentCreate'],
  ['consents.write', /answer questions/, 'recordAnswer'],
  ['consents.write', /list for surgery/, 'recordUpdate'],
  ['consents.write', /paper/, 'consentBitpaperUpload'],
  ['consents.send', /Send/, 'consentSend'],
  ['consents.send', /tablet/, 'consentSendToSign'],
  ['consents.send', /change sent/, 'recordRecall'],
  ['consents.send', /new versions/, 'recordReopen'],
  ['consents.sign', /Sign/, 'recordSign'],
  ['consents.sign', /paper/, 'recordConfirmScan'],
  ['consents.sign', /disagreement/, 'recordDisagreement'],
  ['consents.sign', /Sign/, 'recordAssessChild'],
  ['consents.sign', /Sign/, 'recordBothMeant'],
  ['consents.confirm', /on the day/, 'recordConfirm'],
  ['consents.confirm', /record operations as done/, 'recordDone'],
  ['consents.write', /does not go ahead/, 'recordClose'],
  ['consents.withdraw', /withdrawn/, 'recordWithdraw'],
  ['consents.void', /in error/, 'recordVoid'],
  ['referrals.write', /Refer/, 'recordRefer'],
  ['referrals.review', /Review referrals/, 'recordReferral'],
  ['audit.read', /security log/, 'securityGet'],
  ['audit.read', /audit trail/, 'auditGet'],
  ['dashboard.read', /figures/, 'dashboardChart'],
];

test.each(PROMISES)('%s: “%s” is the call %s', (permission, part, name) => {
  expect(sentenceOf(permission)).toMatch(part);
  const { access }: Call = calls[name];
  expect(access).toContain(permission);
});

test('no sentence is left without a promise', () => {
  const promised = new Set(PROMISES.map(([permission]) => permission));
  expect(PERMISSIONS.filter((each) => !promised.has(each) && needing(each).length > 0)).toEqual([]);
});
