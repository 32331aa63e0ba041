/**
 * The questions that help opens with, by the path of a screen: ids of the server's list, the most useful first. A screen without a line
 * opens with the first group.
 */
const TOPICS: Readonly<Record<string, readonly string[]>> = {
  '/': ['prepare-start', 'offline-unsent', 'sign-question', 'sign-withdraw'],
  '/my-referral': ['referral-new', 'referral-answer', 'referral-sees', 'referral-accept', 'referral-files', 'referral-merged'],
  '/patient': ['patients-find', 'patients-double', 'import-file', 'patients-protected'],
  '/patient/detail': ['patients-double', 'patients-protected', 'prepare-start', 'document-wrong-patient'],
  '/consent': [
    'sign-handover',
    'links-send',
    'paper-print',
    'prepare-change',
    'document-wrong-patient',
    'sign-withdraw',
    'import-consents',
  ],
  '/create-consent': ['prepare-missing', 'prepare-risk', 'prepare-interpreter', 'offline-what'],
  '/listed': ['lists-colours', 'lists-change', 'lists-offline'],
  '/procedure': ['library-draft', 'library-own', 'prepare-risk'],
  '/templates': ['library-template', 'library-draft'],
  '/outbox': ['offline-unsent', 'offline-blocked', 'offline-what'],
  '/profile': ['account-pin', 'account-code', 'account-session', 'account-shared'],
  '/user-management': ['manage-approve', 'manage-role', 'account-tablet'],
  '/roles': ['manage-role', 'manage-approve'],
  '/add-role': ['manage-role'],
  '/edit-role': ['manage-role'],
  '/organisation': ['manage-name', 'manage-role'],
  '/devices': ['account-tablet', 'offline-unsent'],
  '/security': ['manage-trail'],
  '/audit': ['manage-trail'],
  '/status': ['manage-stuck', 'document-signed-sealed'],
};

/** The ids of the questions for a screen. @param address - path and search */
export function helpTopics(address: string): readonly string[] {
  return TOPICS[address.toLowerCase().replace(/[?#].*$/, '')] ?? [];
}
