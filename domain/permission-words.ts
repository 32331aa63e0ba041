import type { Permission } from './roles.ts';

/** A group of the permission editor, and what each permission lets somebody do, in a sentence for the editor of a role. */
export type PermissionGroup = { title: string; permissions: readonly { key: Permission; sentence: string }[] };

/** Every permission, once, in the groups in which people think of them. */
export const PERMISSION_GROUPS: readonly PermissionGroup[] = [
  {
    title: 'Patients',
    permissions: [
      { key: 'patients.read', sentence: 'See patients and find them' },
      { key: 'patients.write', sentence: 'Add patients and change their details' },
      { key: 'patients.import', sentence: 'Import many patients, or consents signed elsewhere, from a file' },
    ],
  },
  {
    title: 'Consents',
    permissions: [
      { key: 'consents.read', sentence: 'Read consents and their documents' },
      { key: 'consents.write', sentence: 'Prepare consents' },
      { key: 'consents.send', sentence: 'Send consents to be signed, and hand the tablet over' },
      { key: 'consents.sign', sentence: 'Sign as the clinician' },
      { key: 'consents.confirm', sentence: 'Confirm a consent on the day' },
      { key: 'consents.withdraw', sentence: 'Record that a consent is withdrawn' },
      { key: 'consents.void', sentence: 'Void a consent that nobody has signed' },
    ],
  },
  {
    title: 'Referrals',
    permissions: [
      { key: 'referrals.write', sentence: 'Refer patients (not in this version)' },
      { key: 'referrals.review', sentence: 'Review referrals (not in this version)' },
    ],
  },
  {
    title: 'Library',
    permissions: [
      { key: 'procedures.edit', sentence: 'Write procedures: their benefits, risks and alternatives' },
      { key: 'procedures.publish', sentence: 'Publish procedures that others have written, and retire them' },
      { key: 'templates.edit', sentence: 'Write the texts of consent forms (not in this version)' },
    ],
  },
  {
    title: 'Administration',
    permissions: [
      { key: 'users.manage', sentence: 'Approve, suspend and reactivate people' },
      { key: 'roles.manage', sentence: 'Create, change and delete roles' },
      { key: 'organisation.manage', sentence: 'Change the organisation: its details, logo, access plans and lists' },
      { key: 'audit.read', sentence: 'Read the security log and the timelines' },
      { key: 'dashboard.read', sentence: 'See the figures' },
    ],
  },
];
