import { CASE_STATUSES } from '#domain/base/states.ts';
import { mayMove } from '#domain/cases/case-machine.ts';
import { answerableTitle, openPointsAdvice } from '#src/screens/cases/open-points-words.ts';
import { expect, test } from 'vitest';

const signers = (first: 'PATIENT' | 'CLINICIAN', signed: number) =>
  (first === 'PATIENT' ? (['PATIENT', 'CLINICIAN'] as const) : (['CLINICIAN', 'PATIENT'] as const)).map((role, at) => ({
    role,
    signing_order: at + 1,
    recipient_name: `Demo ${role}`,
    recipient_email: null,
    action_type: 'SIGN' as const,
    state: at < signed ? ('SIGNED' as const) : ('WAITING' as const),
    method: null,
    signedAt: null,
  }));

/** Every state × who signed first × how many have. */
const ROWS = CASE_STATUSES.flatMap((status) =>
  (['PATIENT', 'CLINICIAN'] as const).flatMap((first) => [0, 1, 2].map((signed) => [status, first, signed] as const)),
);

test.each(ROWS)(
  'the advice on what a %s form leaves open is true where the %s signs first and %i have',
  (status, first, signed) => {
    const advice = openPointsAdvice({ status, recipients: signers(first, signed) });
    const isOut = mayMove(status, 'sign');
    const hasClinician = signed === 2 || (signed === 1 && first === 'CLINICIAN');
    expect(advice).toMatch(/^Talk about it with the person who signs/);
    expect(/on this tablet, until the clinician has signed/.test(advice)).toBe(isOut && !hasClinician);
    expect(/The clinician has signed/.test(advice)).toBe(isOut && hasClinician);
    expect(/Lists stay amber/.test(advice)).toBe(status === 'SIGNED');
  },
);

test('what a form does not show is not answered on a second handover', () => {
  const about = (status: (typeof CASE_STATUSES)[number]) =>
    openPointsAdvice({ status, recipients: signers('PATIENT', 1) }, [{ kind: 'notAsked' }]);
  expect(about('PARTIALLY_SIGNED')).toMatch(/does not show .+ take it back and send it again/);
  expect(about('PARTIALLY_SIGNED')).not.toMatch(/on this tablet/);
  expect(about('SIGNED')).toMatch(/Lists stay amber/);
});

test('where signers can still answer, the title is never empty, also when another signer has settled it', () => {
  const open = { id: 'blood', title: 'May we give blood?', name: 'blood transfusion', kind: 'discuss' } as const;
  expect(answerableTitle([open])).toBe('Wants to talk about: blood transfusion');
  expect(answerableTitle([])).toBe('Left open when it was signed');
});
