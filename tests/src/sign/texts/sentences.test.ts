import { listedProcedureWords } from '#domain/cases/state-words.ts';
import { confirmerStatement } from '#domain/consents/confirmer-statement.ts';
import { Interpreter, procedureInWords, type ConsentProcedure } from '#domain/consents/consent.ts';
import { blankHeading, formHeading } from '#domain/consents/form-heading.ts';
import { AUTHORITIES, statementInWords, type StatementFacts } from '#domain/consents/form-statements.ts';
import { statementFor } from '#domain/consents/statements.ts';
import { courtOrderInWords } from '#domain/family/court-order.ts';
import { FORM_TYPES, type FormType } from '#domain/forms/form-types.ts';
import { ROLE_WORDS } from '#domain/forms/role-words.ts';
import type { SignerRole } from '#domain/forms/signer-roles.ts';
import { ARABIC } from '#domain/meanings/arabic.ts';
import { WELSH } from '#domain/meanings/welsh.ts';
import { supportWords } from '#domain/organisation/organisation.ts';
import { witnessStatement } from '#domain/signing/witness-statement.ts';
import { arabicContact } from '#src/sign/texts/ar/contact-words.ts';
import { contactWords } from '#domain/organisation/contact-words.ts';
import { welshContact } from '#src/sign/texts/cy/contact-words.ts';
import { COURT_TREATS } from '#tests/support/forms/form-2.ts';
import { capacityWithAttorney, completeCapacity } from '#tests/support/forms/form-4.ts';
import * as v from 'valibot';
import { expect, test } from 'vitest';

type Procedure = Pick<ConsentProcedure, 'procedureName' | 'side' | 'site'>;

const CATARACT: Procedure = { procedureName: 'Cataract surgery', side: 'RIGHT', site: 'eye' };
const CAESAREAN: Procedure = { procedureName: 'Caesarean birth', side: 'NOT_APPLICABLE', site: '' };
const PROCEDURES: readonly Procedure[] = [
  CATARACT,
  { procedureName: 'Grommets', side: 'BOTH', site: 'ears' },
  { procedureName: 'Hernia repair', side: 'LEFT', site: '' },
  { procedureName: 'Varicose veins', side: 'BOTH', site: '' },
  { procedureName: 'Skin biopsy', side: 'NOT_APPLICABLE', site: 'back' },
  CAESAREAN,
  { procedureName: 'MRI scan', side: null, site: '' },
];
const PLANNED: Readonly<Record<string, readonly Procedure[]>> = {
  'one procedure': [CATARACT],
  'two procedures': [CATARACT, CAESAREAN],
};

const NAME = 'Amber Demo-Rowan';
const INTERPRETED = { how: 'by telephone', language: 'Polish' };
const FACTS: StatementFacts = {
  formType: 'FORM_1',
  procedures: [CATARACT],
  patientName: NAME,
  interpreted: INTERPRETED,
  isChildsChoice: false,
  power: null,
};

const inWords = (each: Procedure): string[] => [procedureInWords(each), listedProcedureWords(each)];

type Case = { readonly form: string; readonly facts: Partial<StatementFacts>; readonly roles: readonly SignerRole[] };

/** Every form by who decides on it, and those who sign it. */
const CASES: readonly Case[] = [
  { form: 'Form 1', facts: {}, roles: ['PATIENT', 'CLINICIAN', 'INTERPRETER'] },
  { form: 'Form 1, two procedures', facts: { procedures: [CATARACT, CAESAREAN] }, roles: ['PATIENT', 'CLINICIAN'] },
  { form: 'Form 2, a parent decides', facts: { formType: 'FORM_2' }, roles: ['PARENT', 'CHILD', 'CLINICIAN', 'INTERPRETER'] },
  { form: 'Form 2, the child decides', facts: { formType: 'FORM_2', isChildsChoice: true }, roles: ['CHILD', 'CLINICIAN'] },
  {
    form: 'Form 2, a court decides',
    facts: { formType: 'FORM_2', courtOrder: courtOrderInWords(COURT_TREATS) },
    roles: ['CHILD', 'CLINICIAN'],
  },
  { form: 'Form 3', facts: { formType: 'FORM_3' }, roles: ['PATIENT', 'CLINICIAN', 'INTERPRETER'] },
  { form: 'Form 4', facts: { formType: 'FORM_4' }, roles: ['CLINICIAN', 'CONSULTEE', 'SECOND_OPINION', 'INTERPRETER'] },
  ...Object.values(AUTHORITIES).map(({ power, by }): Case => ({
    form: `Form 4, ${by} decides`,
    facts: { formType: 'FORM_4', power },
    roles: ['CONSULTEE'],
  })),
];

/** The ways to reach a hospital: its own, else those of the installation. */
const CONTACTS: Readonly<Record<string, string>> = {
  telephone: supportWords({ phone: '01632 960001', email: null }, 'x@a.example'),
  mail: supportWords({ phone: null, email: 'help@a.example' }, 'x@a.example'),
  both: supportWords({ phone: '01632 960001', email: 'help@a.example' }, 'x@a.example'),
  'none: the installation’s': supportWords({ phone: null, email: null }, 'support@installation.example'),
};

const table = (head: readonly string[], rows: readonly (readonly string[])[]) => [
  ...[head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`),
  '',
];

function headings(): string[][] {
  const rows = FORM_TYPES.flatMap((formType) => {
    const heading = formHeading({ formType });
    return [
      [formType, 'as it begins', heading.title, heading.fullName],
      [formType, 'blank, on paper', blankHeading(formType).title, blankHeading(formType).fullName],
    ];
  });
  const more = [
    ...(['PARENT', 'CHILD', 'COURT'] as const).map((basis) => ({ formType: 'FORM_2' as const, who: basis, family: { basis } })),
    { formType: 'FORM_4' as const, who: 'the clinician', capacity: completeCapacity() },
    { formType: 'FORM_4' as const, who: 'an attorney', capacity: capacityWithAttorney() },
  ].map(({ who, ...form }) => {
    const { title, fullName } = formHeading(form);
    return [form.formType, `decided by ${who}`, title, fullName];
  });
  return [...rows, ...more].toSorted(([one = ''], [other = '']) => one.localeCompare(other));
}

function statements(): string[][] {
  return CASES.flatMap(({ form, facts, roles }) =>
    roles.map((role) => {
      const words = { ...FACTS, ...facts };
      const meanings = [WELSH, ARABIC].map((language) => language.statements.ofSecondShape(role, words));
      return [form, ROLE_WORDS[role], statementInWords(role, words), ...meanings.map((each) => each || '–')];
    }),
  );
}

function witnesses(): string[][] {
  return (['MARK_WITNESSED', 'VERBAL_WITNESSED'] as const).map((method) => [
    method === 'MARK_WITNESSED' ? 'a mark' : 'a spoken word',
    ROLE_WORDS.WITNESS,
    witnessStatement(NAME, method),
    ...[WELSH, ARABIC].map((language) => language.statements.ofWitness(NAME, method)),
  ]);
}

function firstShape(): string[][] {
  const interpreter = v.parse(Interpreter, { name: 'Demo Interpreter', language: 'Polish' });
  const interpreting = { interpreter, interpreterNeeded: true, interpreterNoneReason: '' };
  const signed = (formType: FormType, role: SignerRole) =>
    statementFor(role, { formType, procedures: [CATARACT], patientName: NAME, interpreting });
  const roles = ['PATIENT', 'PARENT', 'CHILD', 'CLINICIAN', 'INTERPRETER', 'WITNESS', 'SECOND_OPINION', 'CONSULTEE'] as const;
  return [
    ...roles.map((role) => ['any', ROLE_WORDS[role], signed('FORM_1', role)]),
    ['Form 2', ROLE_WORDS.CLINICIAN, signed('FORM_2', 'CLINICIAN')],
  ];
}

function confirmers(): string[][] {
  const form = (formType: FormType, procedures: readonly Procedure[]) => ({
    formType,
    procedures,
    patientName: NAME,
    interpreting: { interpreter: null, interpreterNeeded: false, interpreterNoneReason: '' },
  });
  const usual = FORM_TYPES.flatMap((formType) =>
    Object.entries(PLANNED).map(([of, procedures]) => [formType, of, confirmerStatement(form(formType, procedures))]),
  );
  const withPower = (
    [
      ['an attorney', capacityWithAttorney(['Ada Demo-Attorney'])],
      ['two attorneys together', capacityWithAttorney(['Ada Demo-Attorney', 'Ben Demo-Attorney'], true)],
    ] as const
  ).map(([who, capacity]) => [
    'FORM_4',
    `one procedure, ${who}`,
    confirmerStatement({ ...form('FORM_4', [CATARACT]), capacity }),
  ]);
  return [...usual, ...withPower];
}

const contacts = (): string[][] =>
  Object.entries(CONTACTS).map(([of, support]) => [of, contactWords(support), welshContact(support), arabicContact(support)]);

test('docs/sentences.md, which a person reads, shows each sentence that is made of parts, with every form, role and language', async () => {
  const page = [
    '# Sentences made of parts',
    '',
    'Each is made by one function, here with invented people. `tests/src/sign/texts/sentences.test.ts` writes this page (`-u`); a clinician reads it at each change.',
    'Choices and refusals stand in [choices](choices.md). Statements are signed in English: beside them stands their meaning.',
    '',
    '## Procedures with their side',
    '',
    ...table(
      ['procedure', 'side', 'site', 'on the form', 'in lists'],
      PROCEDURES.map((each) => [each.procedureName, each.side ?? 'none yet', each.site, ...inWords(each)]),
    ),
    '## Headings of forms',
    '',
    ...table(['form', 'when', 'first line', 'full name'], headings()),
    '## Statements of signers',
    '',
    ...table(['form', 'who signs', 'English', 'Welsh', 'Arabic'], [...statements(), ...witnesses()]),
    '## Statements of forms of the first shape',
    '',
    ...table(['form', 'who signs', 'English'], firstShape()),
    '## Who confirms on the day',
    '',
    ...table(['form', 'of', 'statement'], confirmers()),
    '## How a hospital is reached, at the end of a sentence',
    '',
    ...table(['contact', 'English', 'Welsh', 'Arabic'], contacts()),
  ];
  await expect(page.join('\n')).toMatchFileSnapshot('../../../../docs/sentences.md');
});

test('no sentence has a hole, two blanks, a side twice or a bare name of the wire', () => {
  const sentences = [headings(), statements(), witnesses(), firstShape(), confirmers(), contacts()]
    .flat()
    .flatMap((cells) => cells.slice(2));
  expect(sentences.length).toBeGreaterThan(100);
  for (const each of [...sentences, ...PROCEDURES.flatMap(inWords)]) {
    expect(each, 'a hole').not.toMatch(/undefined|null|\[object|\{|\}|\(\)|, ,|^$/);
    expect(each, 'two blanks').not.toMatch(/ {2}|^ | $| [,.;]/);
    expect(each, 'a name of the wire').not.toMatch(/[A-Z]+_[A-Z0-9]+/);
    expect(each, 'a side twice').not.toMatch(/\b(LEFT|RIGHT|BOTH)\b[^;.]*\b\1\b/);
  }
  for (const [, , sentence = ''] of [...statements(), ...witnesses(), ...firstShape(), ...confirmers()])
    expect(sentence, 'ends as a sentence').toMatch(/^[A-Z].*[^.]\.$/);
});
