import { FAILURES } from '#domain/base/messages.ts';
import { asksToReload, refusedState, type BlockedState } from '#domain/cases/refused-state.ts';
import { CASE_STATUSES } from '#domain/base/states.ts';
import { PROCEDURE_STATUSES } from '#domain/library/procedure-status.ts';
import { REFERRAL_STATUSES } from '#domain/referrals/referral.ts';
import { expect, test } from 'vitest';

test('every state of a form, a procedure and a referral has its sentence, which says what to do', () => {
  const states: BlockedState[] = [
    ...CASE_STATUSES.map((each) => `CONSENT_${each}` as const),
    ...PROCEDURE_STATUSES.map((each) => `PROCEDURE_${each}` as const),
    ...REFERRAL_STATUSES.map((each) => `REFERRAL_${each}` as const),
  ];
  for (const state of states) {
    const { message } = refusedState(state);
    expect(message, state).toMatch(/^[A-Z].+\. [A-Z].+\.$|^[A-Z].+: .+\.$/);
    expect(message, state).not.toMatch(/[{}]|undefined|This cannot be done/);
  }
});

test('the sentences that say to reload are known: the general one, and those of states', () => {
  const sentences = (['NOTHING_TO_SETTLE', 'NOT_ON_A_LIST', 'PATIENT_STATUS', 'ACCOUNT_STATUS'] as const).map((each) =>
    refusedState(each),
  );
  for (const message of [FAILURES.MOVE_REFUSED.message, ...sentences.map((each) => each.message)])
    expect(asksToReload(message), message).toBe(true);
  expect(asksToReload(refusedState('CONSENT_VOIDED').message)).toBe(false);
  expect(asksToReload('')).toBe(false);
});

test('a day is named where it is known', () => {
  expect(refusedState('CONSENT_WITHDRAWN', '2026-11-27').message).toBe('This form was withdrawn on 27 Nov. Start a new version.');
  expect(refusedState('CONSENT_WITHDRAWN').message).toBe('This form was withdrawn. Start a new version.');
  expect(refusedState('CONSENT_VOIDED', '2026-11-27').message).toBe('This form was recorded in error. Start another form.');
});
