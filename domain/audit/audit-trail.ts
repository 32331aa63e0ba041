/**
 * The parts of the audit trail that may be asked for: all of it, readings, changes of records, records opened with a reason by somebody
 * outside the team, or the security log.
 */
export const AUDIT_SHOWN = ['ALL', 'READ', 'CHANGE', 'REASON', 'SECURITY'] as const;
export type AuditShown = (typeof AUDIT_SHOWN)[number];
