import { createHash } from 'node:crypto';
import { brotliCompressSync } from 'node:zlib';
import { beforeAll, describe, expect, test } from 'vitest';
import { BLANK_FORMS } from '#domain/documents/blank-form.ts';
import { FORMS } from '#domain/forms/form-rules.ts';
import { capacityLines } from '#domain/capacity/capacity-words.ts';
import { CHOICE_WORDS } from '#domain/consents/choice-words.ts';
import { STARTER_CHOICES } from '#domain/consents/consent.ts';
import { familyLines } from '#domain/family/family-words.ts';
import type { FormType } from '#domain/forms/form-types.ts';
import type { InkBox } from '#server/outside/pdf/blocks.ts';
import { blankForm } from '#server/work/documents/blank/blank-form.ts';
import { drawBlankForms } from '#server/work/documents/blank/draw-blank-forms.ts';
import { onPdf, textOf, unbroken } from '#tests/server/outside/pdf/pdf-tools.ts';
import { footerCode, modulesOf } from '#tests/server/outside/pdf/read-code.ts';
import { FULL_CAPACITY } from '#tests/support/forms/full-capacity.ts';
import { anAbleChild, aParent, COURT_TREATS, family2 } from '#tests/support/forms/form-2.ts';

/**
 * The digest of the text of each edition. Red after a change of words: raise the edition of that form in
 * domain/forms/form-rules.ts, and add its digest here. Earlier digests stay, as their pages are on the wards.
 */
const EDITIONS: Readonly<Record<FormType, Readonly<Record<number, string>>>> = {
  FORM_1: {
    1: '7351eee890c857e4bfed5abf6288581c48c3a539b4a16b89b75f47b979b61009',
    2: '5f779dfdc2cde383ee4e280c7b664a6a355717d4697fd2fe00a81bc95ec3b587',
    3: '4c3308d7002fe805b3f18b16656f67a64884630053afc113387ff9baeb823220',
  },
  FORM_2: {
    1: '34761e295dc61c8d9eca18fa3b7e4fcb1740df8192751f725f5937acc4ee4ecf',
    2: 'e675eca7809517eb37f525e1fe74ddf6de2a4f89e60cc05cc09bc68d250e35a1',
    3: '39a065dffc90033f071582a7221004684c5f764669d51e46148b448321156542',
    4: '86080a097e1c250f7faa50c1dd4f266ac187aee35ed9ec467df9a8e27f13087d',
  },
  FORM_3: {
    1: '5e008d70c4d16235fa1c4eed9c6d7eb00f80bf3a8cd4d9661c48cda36d41a568',
    2: '434419931ffdc7dd53e09ec4bfa2827b33c4ddad1f1da8b99044c68fc8676d0c',
    3: 'ac5fe6bb20be73fcf42d62977014838f69f6bb839d35dd3c152522f26d5ce0ff',
  },
  FORM_4: {
    1: 'dc09b57f4ffa3906427b5efdd6a09a0a267a404e68572e5a8ebc345b7344f11c',
    2: '095cc2a9982ec992c1102d0f628237b519ca8f27bb75c4fc9c57dd1c09c29f31',
    3: '7c3b3c7a3dbae08e8a2080b3d19b9a284c3ace069d454946529453dd545a9efe',
    4: '1a4ba44d519d213cfe995a10e08f907472d99cb64e2005f41ed0f084152fd138',
  },
};

const TOLD =
  'I was told why, what can go wrong and what else can be done, also no treatment. I could ask questions. I can change my mind.';
const WHAT = 'the procedure written on page 1';
const WHO = 'the patient named on page 1';
const PATIENT = `I agree to have: ${WHAT}. I have been told what it is for, what can go wrong, and what else can be done, including no treatment. I had the chance to ask questions. I can change my mind at any time.`;
const CLINICIAN = `I have talked with ${WHO} about: ${WHAT}. I have explained what it is for, its serious and frequent risks, and the alternatives, including no treatment. I judge that consent is given freely.`;
const ON_ALL = [
  `I interpreted the talk about: ${WHAT}, in the way ticked on this form, in the language written on this form, as well as I can. I think it was understood. I do not decide.`,
  `Today I asked ${WHO}, or who decides for ${WHO}. There are no more questions. The answer to ${WHAT} is still yes.`,
  'I was there when the signer above answered. I saw the mark.',
  'I was there when the signer above answered. I heard the words.',
];
/** The sentences of forms.md with `{p}` and `{w}` filled in. */
const STATEMENTS: Readonly<Record<FormType, readonly string[]>> = {
  FORM_1: [PATIENT, CLINICIAN, ...ON_ALL],
  FORM_3: [PATIENT, CLINICIAN, ...ON_ALL],
  FORM_2: [
    `The law lets me decide for ${WHO} (parental responsibility). I agree that ${WHO} has: ${WHAT}. ${TOLD}`,
    `I agree to have: ${WHAT}. ${TOLD}`,
    `I know what will be done: ${WHAT}. I say yes. I can change my mind.`,
    `I have talked with the people named here about: ${WHAT}. I said what it is for, its risks and the other choices, also no treatment. I believe that who decides can decide, and is free.`,
    ...ON_ALL,
  ],
  FORM_4: [
    `The patient named on page 1 cannot make this choice now, even with help. I looked for an attorney, a deputy, an advance decision. I believe ${WHAT} is best for ${WHO}, and no gentler way will do.`,
    `I was asked what ${WHO} would want and what is best, about: ${WHAT}. I do not give consent. The clinician decides.`,
    `The law lets me decide for ${WHO} (lasting power of attorney or court-appointed deputy). I agree to: ${WHAT}. I believe it is best for ${WHO}.`,
    `I have looked at this myself. I agree that ${WHAT} is best for ${WHO}.`,
    'Not signed: cannot decide',
    ...ON_ALL,
  ],
};

let drawn: ReadonlyMap<string, Uint8Array>;
beforeAll(async () => {
  drawn = new Map((await drawBlankForms()).map(({ name, bytes }) => [name, bytes]));
});
const file = (name: string) => drawn.get(name) ?? new Uint8Array();
const inkBoxesOf = (formType: FormType) => blankForm(formType).blocks.filter((block): block is InkBox => block.kind === 'inkBox');

describe.each(BLANK_FORMS)('the blank $formType', ({ formType, name }) => {
  test('says what its edition says', () => {
    const { footer, blocks, title, subtitle, runningFields } = blankForm(formType);
    const words = JSON.stringify({ title, subtitle, runningFields, state: footer.state, blocks });
    expect(createHash('sha256').update(words).digest('hex')).toBe(EDITIONS[formType][FORMS[formType].blankEdition]);
  });

  test('names nobody as deciding: that is ticked by hand', () => {
    const page = onPdf(file(name), 'pdftotext', '-l', '1', 'FILE', '-');
    expect(page).not.toMatch(/parental agreement|without consent|own agreement|order of a court|by an attorney/i);
  });

  test('has the sentence of each signer over boxes for ink', () => {
    const text = unbroken(textOf(file(name)));
    for (const statement of STATEMENTS[formType]) expect(text).toContain(unbroken(statement));
    const boxes = inkBoxesOf(formType).filter(({ words }) => words === undefined);
    const witnessed = boxes.filter(({ witness }) => witness !== undefined);
    expect(text.split(unbroken('Name in capitals')).length - 1).toBe(boxes.length + witnessed.length);
    expect(text.split(unbroken('Signature of the witness')).length - 1).toBe(witnessed.length);
    // Staff and interpreters sign for themselves.
    expect(new Set(witnessed.map(({ label }) => label)).size).toBeLessThan(new Set(boxes.map(({ label }) => label)).size);
  });

  test('asks who the patient is, and which procedure on which side', () => {
    const page = onPdf(file(name), 'pdftotext', '-l', '1', 'FILE', '-');
    for (const label of ['Hospital', 'Last name of the patient', 'First name', 'Date of birth', 'NHS number', 'Hospital number'])
      expect(page).toContain(label);
    for (const side of ['LEFT', 'RIGHT', 'BOTH SIDES']) expect(page).toContain(side);
  });

  test('has a code and a number on each page, and who the patient is at the head of each', () => {
    const pages = onPdf(file(name), 'pdftotext', '-raw', 'FILE', '-').split('\f').slice(0, -1);
    expect(pages.length).toBeGreaterThan(2);
    for (const [at, page] of pages.entries()) {
      const code = modulesOf(`assent:b1:${formType}:${FORMS[formType].blankEdition}:${at + 1}:${pages.length}`);
      expect(footerCode(file(name), code, { page: at + 1, width: 18 })).toBe(code);
      expect(page).toContain(`Page ${at + 1} of ${pages.length}`);
      expect(page).toContain(`Blank form, edition ${FORMS[formType].blankEdition}. All pages belong together.`);
      for (const label of ['Last name', 'First name', 'NHS number']) expect(page).toContain(label);
    }
  });

  test('is a whole, tagged PDF/A of the same bytes each time, small enough for every tablet', async () => {
    expect(onPdf(file(name), 'qpdf', '--check', 'FILE')).toContain('No syntax or stream encoding errors found');
    expect(onPdf(file(name), 'pdfinfo', 'FILE')).toMatch(/Tagged:\s+yes/);
    expect(onPdf(file(name), 'qpdf', '--qdf', 'FILE', '-')).toContain('<pdfaid:part>3</pdfaid:part>');
    const again = (await drawBlankForms()).find((each) => each.name === name);
    expect(Buffer.from(again?.bytes ?? []).equals(file(name))).toBe(true);
    expect(brotliCompressSync(file(name)).length).toBeLessThan(60_000);
  });
});

test('Forms 1 to 3 ask the choices in the words of the patient’s page', () => {
  for (const name of ['FORM_1.pdf', 'FORM_2.pdf', 'FORM_3.pdf']) {
    const text = unbroken(textOf(file(name)));
    for (const words of [...STARTER_CHOICES.map(({ title }) => title), ...Object.values(CHOICE_WORDS), 'What matters to me'])
      expect(text).toContain(unbroken(words));
  }
});

test('Form 4 asks every question of the assessment that the app prints', () => {
  const text = unbroken(textOf(file('FORM_4.pdf')));
  // Lines that the app derives, and a question that it asks only about attorneys.
  const notAsked = ['Please note', 'Deputy: paper is registered'];
  for (const { title, lines } of capacityLines(FULL_CAPACITY, { zone: 'Europe/London', formType: 'FORM_4' }))
    for (const words of [title, ...lines.map(({ label }) => label).filter((label) => !notAsked.includes(label))])
      expect(text).toContain(unbroken(words));
});

test('Form 2 asks every question about family and child that the app prints', () => {
  const order = { kind: 'CARE' as const, court: 'Demo Court', number: '1', date: '2026-01-01' };
  const child = anAbleChild({ note: 'Shy', encouraged: true });
  const parents = [
    aParent({ detail: 'Demo Council', order, note: 'Rang', signs: false, answer: 'AGREES', answeredHow: 'PHONE' }),
  ];
  const family = { ...family2({ child, parents, needsAllAdults: true }), disagreement: null };
  const disagreement = { outcome: 'ONE_SUFFICES' as const, note: 'Agreed', courtOrder: COURT_TREATS, recordedBy: 'A', at: NOW };
  // Names of people and birth dates are asked elsewhere; a blank form does not ask for the parts that a clinician leaves out.
  const elsewhere = new Set(['Age', 'Adult', 'Recorded by', 'Order', 'Assessed by']);
  const text = unbroken(textOf(file('FORM_2.pdf')));
  const labels = familyLines({ ...family, disagreement }, { age: 11, zone: 'Europe/London' }).map(({ label }) => label);
  expect(labels.length).toBeGreaterThan(20);
  for (const label of labels.filter((each) => !elsewhere.has(each))) expect(text).toContain(unbroken(label));
});

const NOW = '2026-08-06T09:00:00.000Z';
