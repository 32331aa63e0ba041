import { notNow } from '#server/work/cases/not-now.ts';
import type { Input } from '#contract/calls.ts';
import { mayMove } from '#domain/cases/case-machine.ts';
import { gillickFaults } from '#domain/family/family-child-rules.ts';
import { SECOND_ASSESSOR_REFUSALS, secondAssessorRefusal } from '#domain/family/second-assessor.ts';
import { ageOn } from '#domain/values/plain-date.ts';
import { Refused } from '#server/api-error.ts';
import type { StaffActor } from '#server/http/actor.ts';
import { todayOf } from '#server/policies/accounts.ts';
import { moveVersion } from '#server/work/cases/followers.ts';
import type { OpenCase } from '#server/work/cases/open-case.ts';
import { byStaff } from '#server/work/cases/event-by.ts';
import { firstAssessorOf } from './content.ts';

type Assessment = Omit<Input<'recordAssessChild'>, 'consentID' | 'version'>;

/**
 * Stores the assessment of a child by a second person, under their own account (rule C26). A change of the first one removes it.
 *
 * @throws Refused MOVE_REFUSED unless it is a draft; INVALID where no second assessor is asked for, for the person who made the first
 *   assessment, and for points that do not fit the result
 */
export async function assessChild(open: OpenCase, actor: StaffActor, assessment: Assessment): Promise<void> {
  const { consent, patient, now, deps } = open;
  const { content } = consent;
  if (!mayMove(consent.status, 'edit')) throw notNow(open);
  const { child } = content;
  const age = ageOn(patient.date_of_birth, todayOf(deps));
  const firstID = firstAssessorOf(consent);
  const around = { formType: consent.form_type, age };
  const refusal = secondAssessorRefusal(content, around, { firstID, userID: actor.userId, name: actor.name });
  if (refusal !== null || child === null || child.gillick === null)
    throw new Refused('INVALID', { fields: [{ path: 'able', message: SECOND_ASSESSOR_REFUSALS[refusal ?? 'NO_FIRST'] }] });
  const faults = gillickFaults({ ...assessment, assessor: actor.name, assessedAt: now });
  if (faults.length > 0)
    throw new Refused('INVALID', {
      fields: faults.map(({ path, message }) => ({ path: path.replace('child.gillick.', ''), message })),
    });
  const second = { ...assessment, name: actor.name, at: now };
  await moveVersion(open, 'edit', {
    change: { content: { ...content, child: { ...child, gillick: { ...child.gillick, second } } } },
    events: [{ type: 'GILLICK_ASSESSED', by: byStaff(open), detail: { able: assessment.able, assessor: actor.name } }],
  });
}
