import { expect, test } from 'vitest';
import { openTimeWishes, timeWishes } from '#domain/signing/more-time.ts';

const FORM = 'form';
type Detail = Readonly<Record<string, string | number>>;
const event = (type: string, role: string, detail: Detail = {}, versionId = FORM) => ({
  type,
  versionId,
  actor: { role },
  detail,
});
const asked = (role: string, order: number, comments = '') => event('MORE_TIME', role, { order, comments });

test('a wish for more time stands until that signer answers, or staff bring them the form again', () => {
  const wish = asked('PARENT', 1, 'I ask my husband');
  const open = { role: 'PARENT', order: 1, comments: 'I ask my husband' };
  for (const other of [
    event('QUESTION_ASKED', 'PARENT', { order: 1 }),
    event('HANDOVER_ENDED', 'Clinician'),
    event('REMINDED', '', { role: 'PARENT', order: 1 }),
    // Somebody has asked for the page at the public address: no member of staff has come back.
    { ...event('LINK_SENT', '', { role: 'PARENT', order: 1 }), actor: { role: '', kind: 'SYSTEM' as const } },
    // The other parent, and another version of the case.
    event('SIGNED', 'PARENT', { order: 2 }),
    event('LINK_SENT', 'Clinician', { role: 'PARENT', order: 2 }),
    event('SIGNED', 'PARENT', { order: 1 }, 'older'),
  ])
    expect(timeWishes([wish, other], FORM), other.type).toEqual([open]);
  for (const end of [
    event('SIGNED', 'PARENT', { order: 1 }),
    event('DECLINED', 'PARENT', { order: 1 }),
    event('HANDOVER_STARTED', 'Clinician', { role: 'PARENT', order: 1 }),
    event('LINK_SENT', 'Clinician', { role: 'PARENT', order: 1 }),
    event('CONSENT_SENT', 'Clinician'),
  ]) {
    expect(timeWishes([wish, end], FORM), end.type).toEqual([]);
    expect(timeWishes([end, wish], FORM), end.type).toEqual([open]);
  }
});

test('what a tablet has not sent yet is about the same signer', () => {
  const local = event('MORE_TIME', '', { role: 'PATIENT', signing_order: '1', comments: 'Later' });
  expect(timeWishes([local], FORM)).toEqual([{ role: 'PATIENT', order: 1, comments: 'Later' }]);
  expect(timeWishes([local, event('HANDOVER_STARTED', 'Clinician', { role: 'PATIENT' })], FORM)).toEqual([]);
  // Asked twice is one wish.
  expect(timeWishes([local, asked('PATIENT', 1)], FORM)).toEqual([{ role: 'PATIENT', order: 1, comments: '' }]);
});

test('a wish is open while the form is out and waits for that signer; one of a sheet that does not say whose, for anybody', () => {
  const of = (
    status: 'SENT' | 'SIGNED' | 'EXPIRED',
    waitingFor: readonly ('PATIENT' | 'CLINICIAN')[],
    timeline = [asked('PATIENT', 1)],
  ) => openTimeWishes({ consentID: FORM, status, waitingFor, timeline }).length;
  expect(of('SENT', ['PATIENT', 'CLINICIAN'])).toBe(1);
  expect(of('SENT', ['CLINICIAN'])).toBe(0);
  expect([of('SIGNED', []), of('EXPIRED', ['PATIENT'])]).toEqual([0, 0]);
  const unnamed = event('MORE_TIME', 'Nurse', { comments: 'On the sheet' });
  expect(of('SENT', ['PATIENT'], [unnamed])).toBe(1);
  expect(of('SENT', ['PATIENT'], [unnamed, event('SIGNED', 'PATIENT', { order: 1 })])).toBe(0);
});
