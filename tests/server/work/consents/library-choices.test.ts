import type { ChoiceDetail } from '#domain/forms/choice-detail.ts';
import { STARTER_CHOICES } from '#domain/consents/consent.ts';
import { aPatient, draft, signIn, templateId, type Caller } from '#tests/support/forms/builders.ts';
import { aProcedure, publishedProcedure, sendForReview } from '#tests/support/forms/procedures.ts';
import { useTestApp } from '#tests/support/server/use-test-app.ts';
import { expect, test } from 'vitest';

const pork: ChoiceDetail = {
  id: 'pork',
  words: { ask: 'May we use products of pigs?', REFUSE: 'NO PORK PRODUCTS' },
  isSafety: true,
};

let staff: Caller & { token: string };
let people: { editor: Caller; publisher: Caller };
let asks: string;
let bloodless: string;
let plain: string;
useTestApp(async (opened) => {
  staff = await signIn(opened);
  people = { editor: await signIn(opened, 'bch@demo.nhs.uk'), publisher: await signIn(opened, 'admin@demo.nhs.uk') };
  const published = async (change: Parameters<typeof publishedProcedure>[1]) =>
    (await publishedProcedure(people, change)).procedureID;
  asks = await published({ procedureName: 'Demo with a choice', choices: [pork], bloodNotAsked: true });
  bloodless = await published({ procedureName: 'Demo without blood', bloodNotAsked: true });
  plain = await published({ procedureName: 'Demo as ever' });
});

const starters = STARTER_CHOICES.map(({ id }) => id);
const withoutBlood = starters.filter((id) => id !== 'blood');
/** A form whose caller leaves the choices out, and names the procedures. */
const formWith = async (...procedureIDs: string[]) => {
  const form = await draft(staff, {
    additionalChoices: undefined,
    procedures: procedureIDs.map((procedureID) => ({ procedureID })),
  });
  return { ...form, asked: form.data.additionalChoices.map(({ id }) => id) };
};

test('a form asks what its procedures ask, and blood unless all of them say that it is not asked', async () => {
  expect((await formWith(plain)).asked).toEqual(starters);
  expect((await formWith(bloodless)).asked).toEqual(withoutBlood);
  expect((await formWith(bloodless, plain)).asked).toEqual(starters);
  const { asked, data, consentID, version } = await formWith(asks, bloodless);
  expect(asked).toEqual([...withoutBlood, 'pork']);
  expect(data.choiceDetails).toEqual([pork]);
  const { data: after } = await staff.call('consentUpdate', {
    consentID,
    version,
    procedures: [{ procedureID: bloodless }, { procedureID: plain }],
  });
  expect(after.additionalChoices.map(({ id }) => id)).toEqual(starters);
  expect(after).not.toHaveProperty('choiceDetails');
});

test('a caller who names the choices has them all, and those about safety that the form must show', async () => {
  const additionalChoices = [{ id: 'own', title: 'Own', answer: null }];
  const { data } = await draft(staff, { procedures: [{ procedureID: asks }], additionalChoices });
  expect(data.additionalChoices).toEqual([...additionalChoices, { id: 'pork', title: pork.words.ask, answer: null }]);
  expect((await draft(staff, { procedures: [{ procedureID: bloodless }], additionalChoices })).data.additionalChoices).toEqual(
    additionalChoices,
  );
});

test('the marks are part of a text that a second person publishes; null takes them away, and none is stored where none was written', async () => {
  const { data: written } = await people.editor.call('procedureCreate', aProcedure());
  expect(written).not.toHaveProperty('choices');
  expect(written).not.toHaveProperty('bloodNotAsked');
  const { procedureID } = written;
  const twice = { procedureID, version: 1, revision: 1, choices: [pork, { ...pork, id: 'other' }] };
  expect((await people.editor.refused('procedureUpdate', twice)).fields).toEqual([
    { path: 'choices.1.words.ask', message: 'This choice is listed twice' },
  ]);
  const change = { procedureID, version: 1, revision: 1, choices: [pork], bloodNotAsked: true };
  const { data: edited } = await people.editor.call('procedureUpdate', change);
  expect([edited.choices, edited.bloodNotAsked, edited.history[0]?.fields]).toEqual([[pork], true, ['choices', 'bloodNotAsked']]);
  await sendForReview(people.editor, edited);
  const own = await people.editor.refused('procedureUpdateStatus', { procedureID, status: 'ACTIVE' });
  expect(own.code).toBe('FORBIDDEN');
  const served = (await people.publisher.call('procedureUpdateStatus', { procedureID, status: 'ACTIVE' })).data;
  expect(served.choices).toEqual([pork]);
  const { data: next } = await people.editor.call('procedureUpdate', {
    procedureID,
    version: served.version,
    revision: served.revision,
    choices: null,
    bloodNotAsked: null,
  });
  expect(next).not.toHaveProperty('choices');
  expect(next).not.toHaveProperty('bloodNotAsked');
  expect((await formWith(procedureID)).asked).toEqual([...withoutBlood, 'pork']);
});

test('a template asks its own choices; another one takes them away unless somebody has answered, and a save that names none keeps them', async () => {
  const { editor } = people;
  const { data: nodes } = (await staff.call('templatesGet', { search: 'FORM_1' })).data.records[0]!;
  const template = { name: 'Demo with a choice', formType: 'FORM_1', data: nodes } as const;
  const twice = [pork, { ...pork, id: 'other' }];
  expect((await editor.refused('templatesCreate', { ...template, choices: twice })).fields).toEqual([
    { path: 'choices.1.words.ask', message: 'This choice is listed twice' },
  ]);
  const { data: made } = await editor.call('templatesCreate', { ...template, choices: [pork] });
  const { data: none } = await editor.call('templatesCreate', { ...template, name: 'Demo without' });
  expect([made.choices, none]).toEqual([[pork], expect.not.objectContaining({ choices: expect.anything() })]);
  const formOn = { additionalChoices: undefined, procedures: [{ procedureID: plain }], templateID: made._id };
  for (const answer of [null, 'REFUSE'] as const) {
    const form = await draft(staff, formOn);
    const asked = form.data.additionalChoices;
    expect(asked.at(-1)).toEqual({ id: 'pork', title: pork.words.ask, answer: null });
    expect(form.data.choiceDetails).toEqual([pork]);
    const { consentID } = form;
    const additionalChoices = asked.map((each) => (each.id === 'pork' ? { ...each, answer } : each));
    const { version } = await staff.call('consentUpdate', { consentID, version: form.version, additionalChoices });
    const { data: after } = await staff.call('consentUpdate', { consentID, version, templateID: none._id });
    expect(after.additionalChoices.map(({ id }) => id)).toEqual(answer === null ? starters : [...starters, 'pork']);
  }
  const edit = { _id: made._id, ...template };
  const { data: saved } = await editor.call('templatesUpdate', { ...edit, version: 1 });
  expect(saved.choices).toEqual([pork]);
  const { data: emptied } = await editor.call('templatesUpdate', { ...edit, version: 2, choices: [] });
  expect(emptied).not.toHaveProperty('choices');
});

test('procedures that together ask more than a form holds are refused, and nothing is dropped', async () => {
  const many: string[] = [];
  for (const name of ['one', 'two', 'three']) {
    const choices = Array.from({ length: 10 }, (_, at) => ({
      ...pork,
      id: `${name}-${at}`,
      words: { ask: `May we ${name} ${at}?` },
    }));
    many.push((await publishedProcedure(people, { procedureName: `Demo with ten choices ${name}`, choices })).procedureID);
  }
  const refused = await staff.refused('consentCreate', {
    formType: 'FORM_1',
    patientID: (await staff.call('patientCreate', aPatient())).data.patient.id,
    templateID: await templateId(staff),
    procedures: many.map((procedureID) => ({ procedureID })),
    clinicianStatement: { discussed: true, capacity: true },
  });
  const most = `A form has at most 30 choices, and these procedures ask ${30 + starters.length}: leave some out`;
  expect([refused.status, refused.fields]).toEqual([400, [{ path: 'additionalChoices', message: most }]]);
  expect((await formWith(...many.slice(0, 2))).asked).toHaveLength(20 + starters.length);
});
