import type { TicketDetails } from '#contract/signing.ts';
import { sha256HexAsync } from '#contract/engine/hex.ts';
import { contentDigest, type FullShownContent } from '#domain/consents/digest.ts';
import { EMPTY_FAMILY } from '#domain/family/family.ts';
import { shownRecordOf } from '#domain/consents/shown.ts';
import { capacityLeadOf } from '#src/sign/pages/CapacityFactsPage.tsx';
import { familyFactsOf } from '#src/sign/pages/FamilyFactsPage.tsx';
import { judgeForm } from '#src/sign/judge-form.ts';
import { signatureFieldsOf, signProblems } from '#src/sign/signature-body.ts';
import { signerName, stepsOf } from '#src/sign/steps.ts';
import { formTextsFor } from '#src/sign/texts/form-texts-by-role.ts';
import { englishForm } from '#src/sign/texts/form-texts.ts';
import { roleTexts } from '#src/sign/texts/role-texts.ts';
import { aChild, aParent, anotherParent } from '#tests/support/forms/form-2.ts';
import { completeCapacity } from '#tests/support/forms/form-4.ts';
import { expect, test } from 'vitest';
import { aForm } from './form.ts';
import { readingGrade, sentencesIn } from './texts/reading-grade.ts';

const family = { ...EMPTY_FAMILY, basis: 'PARENT' as const, parents: [aParent(), anotherParent()], child: aChild() };
const place = (signing_order: number, role: 'PARENT' | 'CHILD', recipient_name: string) => ({
  ...aForm().recipients[0]!,
  signing_order,
  role,
  recipient_name,
});

/** A Form 2 as the second parent's ticket shows it. */
async function form2(change: Partial<FullShownContent> = {}, details: Partial<TicketDetails> = {}): Promise<TicketDetails> {
  const recipients = [place(1, 'PARENT', 'Ada Demo-Mother'), place(2, 'PARENT', 'Ben Demo-Father')];
  const form = aForm(
    { formType: 'FORM_2' },
    { role: 'PARENT', signing_order: 2, recipients, statement: 'I decide.', ...details },
  );
  const shown = {
    ...shownRecordOf(form),
    shownVersion: 2,
    oldProcedures: [],
    family,
    capacity: null,
    recipients: recipients.map((each) => ({
      role: each.role,
      name: each.recipient_name,
      order: each.signing_order,
      required: true,
    })),
    statements: [{ order: 2, role: 'PARENT', text: 'I decide.' }],
    ...change,
  } as FullShownContent;
  return { ...form, shown: { ...shown }, contentDigest: await contentDigest(shown, sha256HexAsync) };
}

test('each role has its own pages, and nobody else’s questions', async () => {
  const form = await form2();
  const steps = (role: TicketDetails['role']) => stepsOf({ ...form, role }).join(' ');
  expect(steps('PARENT')).toBe('identity plan benefits risks-0 other form family matters choices question check sign');
  expect(steps('INTERPRETER')).toBe('identity interpreting plan benefits risks-0 other form family sign');
  expect(steps('CONSULTEE')).toBe('identity plan benefits risks-0 other form family sign');
  expect(steps('WITNESS')).toBe('identity sign');
  const again = await form2({ oldProcedures: form.consent.procedures });
  expect(stepsOf(again)).toContain('changed');
});

test('of two parents the page is for the one at the place of the ticket', async () => {
  expect(signerName(await form2())).toBe('Ben Demo-Father');
});

test('pages draw the record: what stands beside it and differs is not shown', async () => {
  const form = await form2();
  const beside = { ...form, consent: { ...form.consent, procedures: [], mattersToMe: 'Something else' } };
  const judged = await judgeForm(beside);
  expect(judged).toMatchObject({ kind: 'loaded', details: { consent: { mattersToMe: '', procedures: [{}] } } });
});

test('another sentence, a changed record, an unknown one and a form that a newer one ended are not signed', async () => {
  const form = await form2();
  expect(await judgeForm({ ...form, statement: 'I agree.' })).toEqual({ kind: 'halted', why: 'changed' });
  expect(await judgeForm({ ...form, shown: { ...form.shown!, family: null } })).toEqual({ kind: 'halted', why: 'changed' });
  expect(await judgeForm({ ...form, shown: { ...form.shown!, shownVersion: 5 } })).toMatchObject({
    page: { h1: 'Update this tablet' },
  });
  const voided = { ...form, consent: { ...form.consent, status: 'VOIDED' as const } };
  expect(await judgeForm(voided)).toMatchObject({ page: { h1: 'There is a newer form' } });
});

test('an adult never reads what is between the child and the staff', async () => {
  const secret = { ...family, child: aChild({ tellParents: 'NO', encouraged: true }) };
  const labels = async (role: TicketDetails['role']) =>
    familyFactsOf({ ...(await form2({ family: secret })), role }).map(({ label }) => label);
  for (const role of ['PARENT', 'INTERPRETER'] as const) expect(await labels(role)).not.toContain('Private');
  for (const label of ['Parents may know', 'Encouraged to tell a parent']) expect(await labels('PARENT')).not.toContain(label);
  expect(await labels('CHILD')).toContain('Private');
});

test('before the test of a young person stands why somebody else decides, and nothing of what is best for a patient', async () => {
  const { parentLead, courtLead, capacityLead } = roleTexts.facts;
  const capacity = completeCapacity();
  expect(capacityLeadOf(await form2({ capacity }), roleTexts.facts)).toBe(parentLead);
  expect(capacityLeadOf(await form2({ capacity, family: { ...family, basis: 'COURT' } }), roleTexts.facts)).toBe(courtLead);
  expect(capacityLeadOf(await form2({ capacity, family: null, formType: 'FORM_4' }), roleTexts.facts)).toBe(capacityLead);
  for (const lead of [parentLead, courtLead]) {
    expect(lead).toContain('the young person cannot decide');
    expect(lead).not.toMatch(/best|patient/);
    expect(readingGrade(sentencesIn(lead))).toBeLessThanOrEqual(6);
  }
});

test('only who decides agrees', () => {
  const labels = (['PATIENT', 'PARENT', 'CHILD', 'INTERPRETER', 'CONSULTEE', 'WITNESS'] as const).map(
    (role) => formTextsFor(role).sign.send,
  );
  expect(labels).toEqual(['I agree and sign', 'I agree and sign', 'I agree and sign', 'Sign', 'Sign', 'Sign']);
  expect(formTextsFor('INTERPRETER').decline.send).toBe('I cannot sign');
});

test('a witness signs in the same act or later, and is not the clinician or one who signs', async () => {
  const form = await form2();
  const spoken = {
    method: 'VERBAL_WITNESSED' as const,
    strokes: [],
    typedName: '',
    witnessName: 'Demo Nurse',
    witnessRole: 'Nurse',
  };
  const faults = (change: object) => signProblems({ ...spoken, ...change }, englishForm.sign, form).map(({ field }) => field);
  expect(faults({})).toEqual(['witness.method']);
  expect(faults({ witnessBy: 'DRAWN' })).toEqual(['witness.strokes', 'witness.adult']);
  expect(faults({ witnessBy: 'TYPED', witnessAdult: true })).toEqual(['witness.typedName']);
  for (const witnessAdult of [null, false])
    expect(faults({ witnessBy: 'TYPED', witnessTyped: 'Demo Nurse', witnessAdult })).toEqual(['witness.adult']);
  expect(faults({ witnessBy: 'LATER' })).toEqual([]);
  for (const witnessName of ['demo  clinician', 'Ada Demo Mother', 'Amber Demo-Rowan'])
    expect(faults({ witnessBy: 'LATER', witnessName })).toEqual(['witness.name']);
  const typed = { ...spoken, witnessBy: 'TYPED' as const, witnessTyped: 'Demo Nurse', witnessAdult: true };
  expect(signatureFieldsOf(form, form.contentDigest, typed).witness).toEqual({
    name: 'Demo Nurse',
    role: 'Nurse',
    adult: true,
    method: 'TYPED',
    typedName: 'Demo Nurse',
  });
  // A witness on an own page is asked there.
  const own = { ...form, role: 'WITNESS' as const };
  const drawn = { ...spoken, method: 'TYPED' as const, typedName: 'Demo Nurse' };
  for (const [witnessAdult, fields] of [
    [null, ['adult']],
    [false, ['adult']],
    [true, []],
  ] as const)
    expect(signProblems({ ...drawn, witnessAdult }, englishForm.sign, own).map(({ field }) => field)).toEqual(fields);
  expect(signatureFieldsOf(own, form.contentDigest, { ...drawn, witnessAdult: true }).adult).toBe(true);
});
