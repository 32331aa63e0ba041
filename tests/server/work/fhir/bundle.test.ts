import { beforeAll, expect, test } from 'vitest';
import { isPlainDate } from '#domain/values/plain-date.ts';
import { faultsOf, fhirCheckers, type AnyBundle } from '#tests/support/fhir/checkers.ts';
import { bundleReader, resourceIn, resourcesIn } from '#tests/support/fhir/read-bundle.ts';
import { makeRecordCases, type RecordCases } from '#tests/support/fhir/record-cases.ts';
import { useTestApp } from '#tests/support/server/use-test-app.ts';

// With FULL=1: every kind of form in every state, which takes half a minute. Each push has checked.test.ts.

let cases: RecordCases;
const app = useTestApp(async (opened) => {
  cases = await makeRecordCases(opened);
});
let checkers: ReturnType<typeof fhirCheckers>;
let all: AnyBundle[];
beforeAll(async () => {
  checkers = fhirCheckers();
  const bundleOf = bundleReader(app, cases.staff.token);
  all = [];
  for (const id of [cases.adult, cases.child, cases.older, cases.welsh]) all.push(await bundleOf(id));
});

const idOf = (name: string) => cases.consents[name] ?? '';
/** The resources that belong to one version, by their types. */
const partsOf = (name: string) => {
  const bundle = all.find((each) => JSON.stringify(each).includes(idOf(name)) || ofFormFour(each, name));
  return { bundle, consent: resourcesIn(bundle, 'Consent').find(({ id }) => id === idOf(name)) };
};
const ofFormFour = (bundle: AnyBundle, name: string) =>
  ['attorney', 'second opinion', 'best interests draft'].includes(name) && bundle === all[2];

test('bundles of every kind of form, in every state, are right to each checker', () => {
  for (const bundle of all) expect(faultsOf(checkers, bundle)).toEqual([]);
  const kinds = all.flatMap((bundle) => resourcesIn(bundle, 'Consent').map(({ policyRule }) => policyRule.text));
  expect(new Set(kinds)).toEqual(new Set(['FORM_1', 'FORM_2', 'FORM_3']));
  const types = all.flatMap(({ entry }) => entry.map(({ resource }: AnyBundle) => resource.resourceType));
  expect(new Set(types).size).toBe(9);
});

test('a bundle with its documents is right as well', async () => {
  expect(faultsOf(checkers, await bundleReader(app, cases.staff.token)(cases.welsh, 'DATA'))).toEqual([]);
});

test('what no checker finds is right by itself: every Consent names its patient, and every date is a day of the calendar', () => {
  const blind = structuredClone(all[0]);
  delete resourceIn(blind, 'Consent').patient;
  resourceIn(blind, 'Patient').birthDate = '1950-02-30';
  expect(faultsOf(checkers, blind)).toEqual([]);
  for (const bundle of all) {
    const { id, birthDate } = resourceIn(bundle, 'Patient');
    expect(isPlainDate(birthDate)).toBe(true);
    for (const { patient } of resourcesIn(bundle, 'Consent')) expect(patient).toEqual({ reference: `urn:uuid:${id}` });
    const days = JSON.stringify(bundle).match(/"\d{4}-\d\d-\d\d(?=["T])/g) ?? [];
    expect(days.filter((day) => !isPlainDate(day.slice(1)))).toEqual([]);
  }
});

test.each([
  ['draft', 'draft'],
  ['sent', 'proposed'],
  ['partially signed', 'proposed'],
  ['signed', 'active'],
  ['superseding', 'active'],
  ['awake', 'active'],
  ['lapsed', 'inactive'],
  ['declined', 'rejected'],
  ['withdrawn', 'inactive'],
  ['superseded', 'inactive'],
  ['expired', 'inactive'],
  ['voided', 'entered-in-error'],
  ['wrong patient', 'entered-in-error'],
  ['child draft', 'draft'],
  ['two parents', 'active'],
  ['parent declined', 'rejected'],
  ['translated', 'active'],
  ['imported', 'active'],
  ['imported withdrawn', 'inactive'],
])('a version that is %s is a Consent with status %s', (name, status) => {
  expect(partsOf(name).consent.status).toBe(status);
});

test('nobody consents by Form 4: its answers, its document and its signatures are there without a Consent', () => {
  const older = all[2];
  expect(resourcesIn(older, 'Consent')).toEqual([]);
  expect(resourcesIn(older, 'DocumentReference')).toHaveLength(2);
  const [attorney, opinion] = resourcesIn(older, 'Provenance');
  expect(codesOf(attorney)).toEqual(['3', '1']);
  expect(codesOf(opinion).toSorted()).toEqual(['1', '6']);
  const relatives = resourcesIn(older, 'RelatedPerson').map(({ relationship }) => relationship[0].text);
  expect(relatives).toEqual(['Attorney']);
  const [answers] = resourcesIn(older, 'QuestionnaireResponse');
  expect(answers.source).toBeUndefined();
  expect(answers.item.map(({ linkId }: AnyBundle) => linkId)).toContain('capacity.test.understand.able');
});

const codesOf = ({ signature }: AnyBundle): string[] =>
  signature.map(({ type }: AnyBundle) => type[0].code.replace('1.2.840.10065.1.12.1.', ''));
const provenanceOf = (name: string): AnyBundle =>
  resourcesIn(partsOf(name).bundle, 'Provenance').find(({ target }) => target[0].reference === `urn:uuid:${idOf(name)}`);

test.each([
  ['partially signed', ['7']],
  ['signed', ['7', '1', '5']],
  ['two parents', ['7', '7', '7', '1']],
  ['interpreted', ['7', '12', '1']],
  ['witnessed', ['7', '11', '12', '1']],
])('who signed a form that is %s: %j', (name, codes) => {
  expect(codesOf(provenanceOf(name)).toSorted()).toEqual([...codes].toSorted());
});

test('an unsigned form has no signatures', () => {
  for (const name of ['draft', 'sent', 'declined', 'expired', 'wrong patient']) expect(provenanceOf(name)).toBeUndefined();
});

test('permissions and refusals lie below a root that says nothing by itself', () => {
  const { consent, bundle } = partsOf('signed');
  const { provision, ...root } = consent.provision;
  expect(Object.keys(root)).toEqual(['period']);
  expect(root.period.end).toBe('2027-02-04');
  const lines = provision.map(({ type, code }: AnyBundle) => [type, code[0].text]);
  expect(lines).toEqual([
    ['permit', 'Cataract surgery with lens implant, LEFT eye'],
    ['permit', expect.stringContaining('BOTH SIDES')],
    ['deny', 'May we give blood?'],
    ['permit', 'May we take photographs?'],
    ['deny', 'Refusal, word for word: “Blood of others”'],
    ['deny', 'Refusal, word for word: “Photographs of my face”'],
  ]);
  expect(consent.verification).toEqual([{ verified: true, verificationDate: expect.any(String) }]);
  const requests = provision.slice(0, 2).map(({ data }: AnyBundle) => data[0].reference.reference);
  const sides = bundle.entry
    .filter(({ fullUrl }: AnyBundle) => requests.includes(fullUrl))
    .map(({ resource }: AnyBundle) => resource.bodySite[0].coding[0].code);
  expect(sides).toEqual(['7771000', '51440002']);
  const answers = resourcesIn(bundle, 'QuestionnaireResponse').find(({ item }) =>
    item.some(({ answer }: AnyBundle) => answer[0].valueString === 'Driving at night\nReading'),
  );
  const choices = answers.item.filter(({ linkId }: AnyBundle) => linkId.startsWith('additionalChoices.'));
  expect(choices.map(({ linkId, answer }: AnyBundle) => [linkId, answer[0].valueString])).toEqual([
    ['additionalChoices.blood', 'REFUSE'],
    ['additionalChoices.photographs', 'ACCEPT'],
    ['additionalChoices.students', 'DISCUSS'],
  ]);
});

test('the codes of a procedure are those of the library version that the form has', () => {
  const codings = resourcesIn(all[0], 'ServiceRequest').flatMap(({ code }) => code.coding ?? []);
  expect(codings).toEqual([
    { system: 'http://snomed.info/sct', code: '54885007', display: 'Cataract surgery' },
    { system: 'https://fhir.nhs.uk/Id/opcs-4', code: 'C71.2', display: 'Phacoemulsification of lens' },
  ]);
});

test('of a version about another patient nothing is there but that it was an error', () => {
  const { consent, bundle } = partsOf('wrong patient');
  expect(Object.keys(consent).toSorted()).toEqual(
    ['category', 'id', 'organization', 'patient', 'policyRule', 'resourceType', 'scope', 'status'].toSorted(),
  );
  expect(JSON.stringify(bundle)).not.toContain('Words of somebody else');
});

test('no address of an interpreter, a parent or anybody else than the patient is in a bundle, and no ink', () => {
  for (const bundle of all) {
    const text = JSON.stringify(bundle);
    for (const word of ['ines@example.org', 'ben@example.org', '"x":', 'strokes']) expect(text).not.toContain(word);
  }
  expect(JSON.stringify(all[0])).toContain('demo-adult@example.org');
});

test('documents of versions that ended stay, and say so', () => {
  const statusOf = (name: string) => {
    const source = partsOf(name).consent.sourceReference.reference;
    return partsOf(name).bundle.entry.find(({ fullUrl }: AnyBundle) => fullUrl === source).resource.status;
  };
  expect(['signed', 'withdrawn', 'superseded', 'voided'].map(statusOf)).toEqual([
    'current',
    'superseded',
    'superseded',
    'entered-in-error',
  ]);
  const added = resourcesIn(all[0], 'DocumentReference').filter(({ relatesTo }) => relatesTo?.[0].code === 'appends');
  expect(added.map(({ content }) => content[0].attachment.title)).toEqual(['Confirmation on the day']);
});

test('people who took part stand as staff or as somebody close to the patient', () => {
  const related = resourcesIn(all[0], 'RelatedPerson').map(({ name, relationship }) => [name[0].text, relationship[0].text]);
  expect(related).toEqual(
    expect.arrayContaining([
      ['Ines Demo-Interpreter', 'Sister'],
      ['Demo Witness', 'Porter'],
    ]),
  );
  const staff = resourcesIn(all[0], 'Practitioner').map(({ name }) => name[0].text);
  expect(staff).toContain('Ines Demo-Interpreter');
  expect(staff.filter((each) => each === 'Demo Clinician')).toHaveLength(2);
});
