import { beforeAll, expect, test } from 'vitest';
import type { CaseStatus } from '#domain/base/states.ts';
import { filingStatus, type FiledKind } from '#domain/documents/records-status.ts';
import { aPatient, sent, signed, signIn, type Caller } from '#tests/support/forms/builders.ts';
import { caseMaker } from '#tests/support/fhir/case-maker.ts';
import { faultsOf, fhirCheckers, type AnyBundle } from '#tests/support/fhir/checkers.ts';
import { bundleReader, resourcesIn } from '#tests/support/fhir/read-bundle.ts';
import { capacityWithAttorney, formFourDraft } from '#tests/support/forms/form-4.ts';
import { signerAt } from '#tests/support/forms/signer-at.ts';
import { useTestApp } from '#tests/support/server/use-test-app.ts';

type Sent = Awaited<ReturnType<typeof sent>>;

let staff: Caller & { token: string };
let patientID: string;
/** the version of each name */
const versions: Record<string, string> = {};
let bundle: AnyBundle;
let withData: AnyBundle;
let rows: { id: string; consent_id: string; kind: FiledKind }[];
const app = useTestApp(async (opened) => {
  staff = await signIn(opened);
  patientID = (await staff.call('patientCreate', aPatient({ firstName: 'Ada', lastName: 'Demo-Oak' }))).data.patient.id;
  const make = async (name: string, change: Parameters<typeof sent>[1] = {}) =>
    keep(name, await sent(staff, { patientID, ...change }));
  const keep = (name: string, version: Sent) => {
    versions[name] = version.consentID;
    return version;
  };
  const sign = async (name: string) => keep(name, await signed(opened, staff, { patientID, refusals: ['Blood of others'] }));
  const { signAll } = caseMaker(opened, { staff, consents: {} });
  const decline = async (form: Sent) => {
    const patient = await signerAt(opened, staff, form, ['PATIENT', 1]);
    await patient.call('recordDecline', { consentID: form.consentID, reason: 'Not now' });
  };
  await make('SENT', { refusals: ['Blood of others'] });
  await sign('SIGNED');
  const choices = [{ id: 'photographs', title: 'May we take photographs?', answer: 'ACCEPT' as const }];
  await decline(await make('DECLINED', { additionalChoices: choices, refusals: ['Blood of others'] }));
  const followed = await make('DECLINED followed');
  await decline(followed);
  const voidedRefusal = await make('VOIDED refusal');
  await decline(voidedRefusal);
  const withdrawn = await sign('WITHDRAWN');
  const superseded = await sign('SUPERSEDED');
  const voided = await sign('VOIDED');
  const strange = await sign('VOIDED wrong patient');
  const four = keep('DECLINED Form 4', await formFour());
  const attorney = four.recipients.find(({ role }) => role === 'CONSULTEE')!.signing_order;
  await (await signerAt(opened, staff, four, ['CONSULTEE', attorney])).call('recordDecline', { consentID: four.consentID });
  await opened.doJobs();
  await staff.call('recordWithdraw', { consentID: withdrawn.consentID, signing_order: 1, how: 'PHONE', reason: 'No more' });
  await staff.call('recordVoid', { consentID: voided.consentID, reason: 'Another side', kind: 'WRONG_PROCEDURE' });
  await staff.call('recordVoid', { consentID: voidedRefusal.consentID, reason: 'Another side', kind: 'WRONG_PROCEDURE' });
  await staff.call('recordVoid', { consentID: strange.consentID, reason: 'Another person', kind: 'WRONG_PATIENT' });
  for (const [name, before] of [
    ['SUPERSEDING', superseded],
    ['FOLLOWING', followed],
  ] as const) {
    const again = await staff.call(before === followed ? 'recordReopen' : 'recordReconsent', {
      id: before.recordID,
      reason: 'Another talk',
    });
    const whole = { clinicianStatement: { discussed: true, capacity: true }, interpreterNeeded: false };
    const { version } = await staff.call('consentUpdate', { consentID: again.consentID, version: again.data.version, ...whole });
    const newer = await staff.call('consentSend', { consentID: again.consentID, version, channel: 'DEVICE' });
    await signAll(keep(name, newer.data));
  }
  await opened.doJobs();
});

async function formFour(): Promise<Sent> {
  const { consentID, version } = await formFourDraft(staff, { patientID, capacity: capacityWithAttorney() });
  return (await staff.call('consentSend', { consentID, version, channel: 'DEVICE' })).data;
}

beforeAll(async () => {
  const read = bundleReader(app, staff.token);
  bundle = await read(patientID);
  withData = await read(patientID, 'DATA');
  const found = await app.database.db.selectFrom('documents').select(['id', 'consent_id', 'kind']).execute();
  rows = found.map((row) => ({ ...row, kind: row.kind as FiledKind }));
});

const consentOf = (name: string) => resourcesIn(bundle, 'Consent').find(({ id }) => id === versions[name]);
const documentsOf = (name: string) =>
  resourcesIn(bundle, 'DocumentReference').flatMap((reference): { kind: FiledKind; reference: AnyBundle }[] => {
    const row = rows.find(({ id, consent_id }) => id === reference.id && consent_id === versions[name]);
    return row === undefined ? [] : [{ kind: row.kind, reference }];
  });
const documentOf = (name: string, kind: FiledKind) => documentsOf(name).find((each) => each.kind === kind)?.reference;
const linesOf = (name: string): [string, string][] =>
  (consentOf(name).provision?.provision ?? []).map(({ type, code }: AnyBundle) => [type, code[0].text]);

test('the bundle is right to each checker, with and without the documents', () => {
  const checkers = fhirCheckers();
  for (const each of [bundle, withData]) expect(faultsOf(checkers, each)).toEqual([]);
});

test.each([
  ['SENT', 'SENT', []],
  ['SIGNED', 'SIGNED', ['SIGNED']],
  ['DECLINED', 'DECLINED', ['REFUSAL']],
  ['DECLINED followed', 'DECLINED', ['REFUSAL']],
  ['DECLINED Form 4', 'DECLINED', ['REFUSAL']],
  ['WITHDRAWN', 'WITHDRAWN', ['SIGNED', 'VIEW']],
  ['SUPERSEDED', 'SUPERSEDED', ['SIGNED', 'VIEW']],
  ['VOIDED', 'VOIDED', ['SIGNED', 'VIEW']],
  ['VOIDED refusal', 'VOIDED', ['REFUSAL', 'VIEW']],
  ['VOIDED wrong patient', 'VOIDED', ['SIGNED', 'VIEW']],
] as const)('%s: consent and documents stand in the bundle as the one table says', (name, status, kinds) => {
  const filing = filingStatus({
    status: status satisfies CaseStatus,
    isLapsed: false,
    isFollowed: name === 'DECLINED followed',
    isEnded: false,
  });
  if (name === 'DECLINED Form 4') expect(consentOf(name), 'nobody consents by Form 4').toBeUndefined();
  else expect(consentOf(name).status).toBe(filing.consent);
  const statuses = documentsOf(name).map(({ kind, reference }) => [kind, reference.status]);
  expect(Object.fromEntries(statuses)).toEqual(Object.fromEntries(kinds.map((kind) => [kind, filing.documents[kind]])));
});

test('a refusal and a withdrawal deny the treatment, nothing permits it, and a form that is out says neither', () => {
  const procedure = 'Cataract surgery with lens implant, RIGHT eye';
  const blood = ['deny', 'Refusal, word for word: “Blood of others”'];
  const transfused = ['permit', 'blood transfusion'];
  expect(linesOf('SIGNED')).toEqual([['permit', procedure], transfused, blood]);
  expect(linesOf('SUPERSEDED')).toEqual([['permit', procedure], transfused, blood]);
  for (const name of ['DECLINED', 'WITHDRAWN']) expect(linesOf(name)).toEqual([['deny', procedure], blood]);
  for (const name of ['SENT', 'VOIDED', 'VOIDED refusal', 'VOIDED wrong patient'])
    expect(consentOf(name).provision).toBeUndefined();
  const { dateTime, performer, provision } = consentOf('DECLINED');
  const patient = `urn:uuid:${patientID}`;
  expect([dateTime, performer, provision.period]).toEqual([expect.any(String), [{ reference: patient }], { start: dateTime }]);
  expect(consentOf('WITHDRAWN').provision.period.end).toBeUndefined();
});

test('in the whole bundle a refusal never reads as a consent', () => {
  const refused = ['DECLINED', 'DECLINED followed', 'DECLINED Form 4', 'VOIDED refusal'];
  for (const name of refused)
    for (const { reference } of documentsOf(name)) {
      const text = JSON.stringify(reference);
      for (const word of ['64293-4', '59284-0', 'Consent form', 'Procedure consent']) expect(text).not.toContain(word);
    }
  const refusal = documentOf('DECLINED', 'REFUSAL');
  expect(refusal).toMatchObject({ type: { text: 'Refusal of treatment' }, category: [{ text: 'Refusal' }] });
  expect(documentOf('WITHDRAWN', 'VIEW')).toMatchObject({ type: { text: 'Withdrawn: viewing copy' } });
  // Among what is current and of the type of a consent there is nothing but forms in force.
  const current = resourcesIn(bundle, 'DocumentReference').filter(
    ({ status, type }) => status === 'current' && type.coding?.[0].code === '64293-4',
  );
  const owners = current.map(({ id }) =>
    Object.keys(versions).find((name) => documentsOf(name).some((each) => each.reference.id === id)),
  );
  expect(owners.toSorted()).toEqual(['FOLLOWING', 'SIGNED', 'SUPERSEDING']);
  const active = resourcesIn(bundle, 'Consent').filter(({ status }) => status === 'active');
  expect(active.map(({ id }) => id).toSorted()).toEqual(
    [versions['SIGNED'], versions['SUPERSEDING'], versions['FOLLOWING']].toSorted(),
  );
});

test('each document has an identifier of ours, an author on the register, a keeper, and stands to the others', () => {
  const own = documentOf('SIGNED', 'SIGNED');
  expect(own.masterIdentifier).toEqual({ system: 'http://assent.test/id/document', value: own.id });
  expect(own.identifier[0]).toEqual(own.masterIdentifier);
  const author = bundle.entry.find(({ fullUrl }: AnyBundle) => fullUrl === own.author[0].reference).resource;
  expect(author.identifier).toEqual([{ system: 'https://fhir.hl7.org.uk/Id/gmc-number', value: '7000042' }]);
  expect(own.custodian.reference).toBe(`urn:uuid:${resourcesIn(bundle, 'Organization')[0].id}`);
  for (const { agent } of resourcesIn(bundle, 'Provenance')) expect(agent[0].type.coding[0].code).toBe('custodian');
  const relationOf = (name: string, kind: FiledKind) => documentOf(name, kind).relatesTo?.[0];
  const target = (name: string) => ({ reference: `urn:uuid:${documentOf(name, 'SIGNED').id}` });
  expect(relationOf('WITHDRAWN', 'VIEW')).toEqual({ code: 'replaces', target: target('WITHDRAWN') });
  expect(relationOf('SUPERSEDING', 'SIGNED')).toEqual({ code: 'replaces', target: target('SUPERSEDED') });
  expect(relationOf('SIGNED', 'SIGNED')).toBeUndefined();
  expect(relationOf('DECLINED', 'REFUSAL')).toBeUndefined();
});

test('of a form about another patient each document is taken back by its identifier, without content, title or procedure', () => {
  const taken = resourcesIn(withData, 'DocumentReference').filter(({ id }) =>
    rows.some((row) => row.id === id && row.consent_id === versions['VOIDED wrong patient']),
  );
  expect(taken).toHaveLength(2);
  for (const { content, identifier, masterIdentifier, context, author } of taken) {
    expect(content).toEqual([{ attachment: { contentType: 'application/pdf' } }]);
    expect(identifier).toEqual([masterIdentifier]);
    expect([context, author]).toEqual([undefined, undefined]);
  }
});
