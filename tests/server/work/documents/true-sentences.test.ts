import { expect, test } from 'vitest';
import { confirmerStatement, isConfirmerStatement } from '#domain/consents/confirmer-statement.ts';
import { isFullShown } from '#domain/consents/digest.ts';
import { statementFactsOf, statementInWords } from '#domain/consents/form-statements.ts';
import { statementFor, statementOf } from '#domain/consents/statements.ts';
import type { Capacity } from '#domain/capacity/capacity.ts';
import { BASES, EMPTY_FAMILY } from '#domain/family/family.ts';
import { FORM_TYPES, type FormType } from '#domain/forms/form-types.ts';
import { spokenName } from '#domain/patients/patient-name.ts';
import { consentDocument } from '#server/work/documents/content/document.ts';
import { paperDocument } from '#server/work/documents/content/paper-document.ts';
import { preSignedDocument } from '#server/work/documents/content/pre-signed-document.ts';
import { documentSource, withoutSignature, type FormParts } from '#tests/support/forms/document-form.ts';
import { aChild, anAbleChild, anotherParent, aParent, COURT_TREATS, family2 } from '#tests/support/forms/form-2.ts';
import { capacityWithAttorney, completeCapacity, DEMO_ATTORNEY } from '#tests/support/forms/form-4.ts';

const PARENT_SAYS_NO = { reason: 'Too soon', comments: '' };
const recordedBy = { recordedBy: 'Demo Clinician', at: '2026-08-06T14:04:00.000Z' };
const BY_COURT = { outcome: 'COURT_ORDER', note: '', courtOrder: COURT_TREATS, ...recordedBy } as const;
const deputy = (): Capacity => completeCapacity({ authority: { deputy: { ...DEMO_ATTORNEY, names: ['Dan Demo-Deputy'] } } });

type Case = {
  readonly called: string;
  readonly formType: FormType;
  readonly basis: (typeof BASES)[number] | null;
  readonly power: 'attorney' | 'deputy' | null;
  readonly declined: boolean;
  readonly parts: FormParts;
};

/** Every form type × decision-maker × outcome. */
function everyForm(): Case[] {
  return FORM_TYPES.flatMap((formType): Case[] => {
    const form = { formType, basis: null, power: null, declined: false };
    if (formType === 'FORM_2')
      return BASES.flatMap((basis) => {
        const child = basis === 'CHILD' ? anAbleChild() : aChild();
        const parents = basis === 'PARENT' ? [aParent(), anotherParent()] : [];
        const disagreement = basis === 'COURT' ? BY_COURT : null;
        const parts = { formType, family: { ...family2({ basis, parents, child }), disagreement } };
        const one = { ...form, called: `${formType} by ${basis}`, basis, parts };
        return basis === 'PARENT' ? [one, { ...one, called: `${one.called}, one says no`, declined: true }] : [one];
      });
    if (formType === 'FORM_4')
      return (
        [
          [null, completeCapacity()],
          ['attorney', capacityWithAttorney()],
          ['deputy', deputy()],
        ] as const
      ).map(([power, capacity]) => ({
        ...form,
        called: `${formType} by ${power ?? 'nobody'}`,
        power,
        parts: { formType, capacity, age: 70 },
      }));
    return [{ ...form, called: formType, parts: { formType, age: 40 } }];
  });
}

/** The sentences that were untrue, each with the forms of which it is true. */
const CONDITIONS: readonly (readonly [sentence: string, isTrueOf: (form: Case) => boolean])[] = [
  ['parental agreement', ({ basis }) => basis === 'PARENT'],
  ['a young person’s own agreement', ({ basis }) => basis === 'CHILD'],
  ['under an order of a court', ({ basis }) => basis === 'COURT'],
  ['I believe that who decides can decide, and is free', ({ basis }) => basis === 'PARENT' || basis === 'CHILD'],
  ['A court decides: Demo High Court, number D 1, 5 August 2026.', ({ basis }) => basis === 'COURT'],
  ['Able to decide for the child', ({ basis }) => basis === 'PARENT'],
  ['Able to decide', ({ basis }) => basis !== 'COURT'],
  ['The child: Amber Demo-Rowan', ({ basis }) => basis === 'CHILD'],
  ['Treatment without consent', ({ formType, power }) => formType === 'FORM_4' && power === null],
  ['Consent given for the patient', ({ power }) => power !== null],
  ['consent by an attorney', ({ power }) => power === 'attorney'],
  ['consent by a deputy', ({ power }) => power === 'deputy'],
  ['Did not agree, 6 August 2026, 15:05 BST', ({ declined }) => declined],
  ['One of the parents', () => false],
  ['“Too soon” (did not agree)', ({ declined }) => declined],
];

function sourceOf({ parts, declined }: Case) {
  const source = documentSource(parts);
  if (!declined) return source;
  const at = '2026-08-06T14:05:00.000Z';
  const no = { kind: 'DECLINE' as const, signing_order: 2, speaker: 'Ben Demo-Father', text: 'Too soon', at };
  return { ...withoutSignature(source, 2, { state: 'DECLINED' }, PARENT_SAYS_NO), ownWords: [no] };
}

test.each(everyForm())('no sentence of $called is untrue', (form) => {
  const source = sourceOf(form);
  const documents = {
    signed: JSON.stringify(consentDocument(source)),
    paper: JSON.stringify(paperDocument(source, new Map())),
    unsigned: JSON.stringify(preSignedDocument(source, 'SENT')),
  };
  for (const [sentence, isTrueOf] of CONDITIONS)
    expect(documents.signed.includes(sentence), `“${sentence}” in the signed document`).toBe(isTrueOf(form));
  // A form that is printed before anybody has signed has the same head and the same statements.
  for (const [sentence, isTrueOf] of CONDITIONS.slice(0, 5).concat(CONDITIONS.slice(8, 12)))
    for (const text of [documents.paper, documents.unsigned]) expect(text.includes(sentence), sentence).toBe(isTrueOf(form));
});

test.each(everyForm())(
  'a confirmation on the day of $called says who was asked, and one that a tablet has kept is taken',
  ({ parts, formType, power }) => {
    const { pinned } = documentSource(parts);
    const { procedures, interpreting, patient } = pinned;
    const capacity = isFullShown(pinned) ? pinned.capacity : null;
    const form = { formType, procedures, interpreting, patientName: spokenName(patient), capacity };
    const statement = confirmerStatement(form);
    const former = statementFor('CONFIRMER', form);
    expect(statement.includes('is still yes')).toBe(formType !== 'FORM_4');
    expect(statement === former).toBe(formType !== 'FORM_4');
    const end = { attorney: 'Ann Demo-Attorney still agrees to ', deputy: 'Dan Demo-Deputy still agrees to ' } as const;
    if (power !== null) expect(statement).toContain(end[power]);
    if (formType === 'FORM_4')
      expect(statement).toMatch(
        /^Today I checked again\. Amber Demo-Rowan cannot make this choice\. Nobody’s view has changed\. .+\.$/,
      );
    if (formType === 'FORM_4' && power === null) expect(statement).toMatch(/ is still best for Amber Demo-Rowan\.$/);
    for (const each of [statement, former]) expect(isConfirmerStatement(each, form)).toBe(true);
    expect(isConfirmerStatement(`${statement} `, form)).toBe(false);
  },
);

test('statements that are pinned are read from the pin, and a tablet of a build before has named no court', () => {
  for (const { parts } of everyForm()) {
    const { pinned } = documentSource(parts);
    if (!isFullShown(pinned)) continue;
    const reworded = { ...pinned, statements: pinned.statements.map((each) => ({ ...each, text: `As it was: ${each.text}` })) };
    for (const { role } of pinned.recipients) expect(statementOf(reworded, role)).toMatch(/^As it was: /);
    const facts = statementFactsOf({ ...pinned, family: pinned.family ?? EMPTY_FAMILY });
    for (const { role } of pinned.recipients)
      expect(statementInWords(role, { ...facts, courtOrder: null })).not.toContain('A court decides');
  }
});
