/** The channel on which the database reports changes to all servers that share it. */
export const CHANGES = 'assent_changes';

/** One notification: a case or a patient of an organisation changed, so many did that none is named, or a session ended. */
export type ChangeNotice =
  | { readonly kind: 'changed'; readonly organisationId: string; readonly id: string }
  | { readonly kind: 'many'; readonly organisationId: string }
  | { readonly kind: 'sessionEnded'; readonly sessionId: string };

const ID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Reads the payload of a notification; null for one of a later build, or of anybody else who may write into the channel. */
export function readNotice(payload: string): ChangeNotice | null {
  const [kind, first = '', second = '', ...rest] = payload.split(' ');
  if (!ID.test(first) || rest.length > 0) return null;
  if (kind === 'changed' && ID.test(second)) return { kind, organisationId: first, id: second };
  if (second !== '') return null;
  if (kind === 'many') return { kind, organisationId: first };
  return kind === 'sessionEnded' ? { kind, sessionId: first } : null;
}
