import type { SecurityEventType } from '#domain/security.ts';
import type { StateWords } from '#domain/state-words.ts';

/** The text of a security log entry. */
export function eventWords(type: SecurityEventType): StateWords {
  return EVENT_WORDS[type];
}

const EVENT_WORDS: Readonly<Record<SecurityEventType, StateWords>> = {
  SIGNED_IN: { tone: 'plain', words: 'Signed in' },
  SIGN_IN_FAILED: { tone: 'warn', words: 'Sign-in failed' },
  SIGN_IN_LOCKED: { tone: 'stop', words: 'Sign-in locked' },
  SIGNED_OUT: { tone: 'plain', words: 'Signed out' },
  UNLOCK_FAILED: { tone: 'warn', words: 'Unlocking failed' },
  CODE_SENT: { tone: 'plain', words: 'Code emailed' },
  REGISTERED: { tone: 'info', words: 'Registered' },
  PASSWORD_RESET: { tone: 'info', words: 'Password reset' },
  PASSWORD_CHANGED: { tone: 'info', words: 'Password changed' },
  TABLET_PIN_SET: { tone: 'info', words: 'Tablet PIN set' },
  TABLET_PIN_REMOVED: { tone: 'info', words: 'Tablet PIN removed' },
  TABLET_PIN_LOCKED: { tone: 'stop', words: 'Tablet PIN locked' },
  TWO_FACTOR_ON: { tone: 'ok', words: 'Two-factor turned on' },
  PROFILE_CHANGED: { tone: 'plain', words: 'Profile changed' },
  TERMS_ACCEPTED: { tone: 'plain', words: 'Terms accepted' },
  USER_APPROVED: { tone: 'ok', words: 'Access given' },
  USER_REJECTED: { tone: 'stop', words: 'Access rejected' },
  USER_SUSPENDED: { tone: 'stop', words: 'Suspended' },
  ROLE_CREATED: { tone: 'info', words: 'Role made' },
  ROLE_CHANGED: { tone: 'info', words: 'Role changed' },
  ROLE_DELETED: { tone: 'warn', words: 'Role deleted' },
  ORGANISATION_CHANGED: { tone: 'info', words: 'Organisation changed' },
  LOGO_CHANGED: { tone: 'info', words: 'Logo changed' },
  PLAN_CREATED: { tone: 'info', words: 'Access plan made' },
  PLAN_CHANGED: { tone: 'info', words: 'Access plan changed' },
  SPECIALITY_CREATED: { tone: 'info', words: 'Speciality added' },
  SPECIALITY_CHANGED: { tone: 'info', words: 'Speciality changed' },
  GRADE_CREATED: { tone: 'info', words: 'Grade added' },
  GRADE_CHANGED: { tone: 'info', words: 'Grade changed' },
  ORGANISATION_CREATED: { tone: 'info', words: 'Organisation made' },
  ORGANISATION_ENDED: { tone: 'stop', words: 'Organisation ended' },
  ORGANISATION_REOPENED: { tone: 'ok', words: 'Organisation opened again' },
  DEVICE_SEEN: { tone: 'plain', words: 'Tablet first used' },
  DEVICE_REVOKED: { tone: 'stop', words: 'Tablet blocked' },
  DEVICE_RESTORED: { tone: 'ok', words: 'Tablet allowed again' },
  DEVICE_RENAMED: { tone: 'info', words: 'Tablet renamed' },
  QUEUED_CALL_REFUSED: { tone: 'warn', words: 'Queued call refused' },
  PATIENTS_IMPORTED: { tone: 'info', words: 'Patients imported' },
  CONSENTS_IMPORTED: { tone: 'info', words: 'Consents imported' },
  LOG_EXPORTED: { tone: 'info', words: 'Log downloaded' },
  RECORD_ALTERED: { tone: 'stop', words: 'Stored record altered' },
  HEADS_RECORDED: { tone: 'info', words: 'Protection of records began' },
};
