import type { SignerRole } from '#domain/base/states.ts';

/** Whether this role agrees to the treatment, is asked what matters, and may ask. */
export function decides(role: SignerRole | null): boolean {
  return role === 'PATIENT' || role === 'PARENT' || role === 'CHILD';
}
