import type { Permission } from './roles.ts';

/** A group of the permission editor, and what each permission lets somebody do, in a sentence for the editor of a role. */
export type PermissionGroup = { title: string; permissions: readonly { key: Permission; sentence: string }[] };

/** Every permission, once, in the groups in which people think of them. */
export const PERMISSION_GROUPS: readonly PermissionGroup[] = [
  {
    title: 'Patients',
    permissions: [
      { key: 'patients.read', sentence: 'See patients, find them, and see the lists for surgery' },
      { key: 'patients.write', sentence: 'Add patients, change their details and status, and see protected contact details' },
      { key: 'patients.import', sentence: 'Import many patients, or consents signed elsewhere, from a file' },
    ],
  },
  {
    title: 'Consents',
    permissions: [
      { key: 'consents.read', sentence: 'Read consents, their documents, and the library' },
      {
        key: 'consents.write',
        sentence: 'Prepare consents, answer questions, list for surgery, upload paper forms, and record what does not go ahead',
      },
      {
        key: 'consents.send',
        sentence: 'Send consents to be signed, hand the tablet over, change sent forms, and make new versions',
      },
      { key: 'consents.sign', sentence: 'Sign as the clinician, check paper forms, and record how a disagreement ended' },
      { key: 'consents.confirm', sentence: 'Confirm a consent on the day, and record operations as done' },
      { key: 'consents.withdraw', sentence: 'Record that a consent is withdrawn' },
      { key: 'consents.void', sentence: 'Record a consent in error, a signed one too' },
    ],
  },
  {
    title: 'Referrals',
    permissions: [
      { key: 'referrals.write', sentence: 'Refer patients to a person or a speciality' },
      { key: 'referrals.review', sentence: 'Review referrals: accept, ask, reject' },
    ],
  },
  {
    title: 'Library',
    permissions: [
      { key: 'procedures.edit', sentence: 'Write procedures and send them for review' },
      {
        key: 'procedures.publish',
        sentence: 'Publish procedures that others have written, retire them, and review translations',
      },
      { key: 'templates.edit', sentence: 'Write, change and delete the templates of consent forms' },
    ],
  },
  {
    title: 'Administration',
    permissions: [
      { key: 'users.manage', sentence: 'Approve and suspend people, manage tablets, and see mails and seals that are stuck' },
      { key: 'roles.manage', sentence: 'Create, change and delete roles' },
      {
        key: 'organisation.manage',
        sentence:
          'Change the organisation: its details, logo, access plans and lists; see the state of the server; read and answer reports of safety problems; undo merges of patients’ records; decide how long records are kept, and place legal holds',
      },
      { key: 'audit.read', sentence: 'Read the security log and the audit trail' },
      { key: 'dashboard.read', sentence: 'See the figures' },
      {
        key: 'privacy.manage',
        sentence: 'Make the copy of all that is stored of a patient, decide what of it is about others, and release it',
      },
    ],
  },
];
