import { isPatientSide } from '#domain/patients/restricted.ts';
import { isByLink } from '#server/http/actor.ts';
import { moveVersion } from '#server/work/cases/followers.ts';
import type { OpenCase } from '#server/work/cases/open-case.ts';

/**
 * Moves a version on after a signature or a settled disagreement; a signed one is sealed by a job.
 *
 * @param signedAt - of a form on paper, ISO; else it is signed now
 * @returns its version
 */
export async function finish(
  open: OpenCase,
  { status, comments, signedAt }: { status: 'PARTIALLY_SIGNED' | 'SIGNED'; comments: object; signedAt?: string },
): Promise<number> {
  const { now, actor } = open;
  const way = isByPatientsLink(actor) ? { signed_by_link: true } : {};
  if (status === 'PARTIALLY_SIGNED') return moveVersion(open, 'answer', { change: { status, ...comments, ...way } });
  const detail = signedAt === undefined ? {} : { signedAt };
  return moveVersion(open, 'sign', {
    change: { status, ...comments, ...way, seal_state: 'SEALING', signed_at: signedAt ?? now },
    events: [{ type: 'ALL_SIGNED', by: 'SYSTEM', detail }],
  });
}

/** Whether the patient or their family signs by a link, which is what figures call remote. */
function isByPatientsLink(actor: OpenCase['actor']): boolean {
  return actor.kind === 'ticket' && isByLink(actor) && isPatientSide(actor.role);
}
