import type { AnyBundle } from './checkers.ts';
import { resourceIn } from './read-bundle.ts';

/** One fault, planted into a copy of a bundle that is right. */
type PlantedFault = { readonly name: string; readonly plant: (bundle: AnyBundle) => void };

const inFirst = (type: string, plant: (resource: AnyBundle) => void) => (bundle: AnyBundle) => plant(resourceIn(bundle, type));

const consent = (name: string, plant: (resource: AnyBundle) => void): PlantedFault => ({
  name: `Consent: ${name}`,
  plant: inFirst('Consent', plant),
});
const patient = (name: string, plant: (resource: AnyBundle) => void): PlantedFault => ({
  name: `Patient: ${name}`,
  plant: inFirst('Patient', plant),
});
const provenance = (name: string, plant: (resource: AnyBundle) => void): PlantedFault => ({
  name: `Provenance: ${name}`,
  plant: inFirst('Provenance', plant),
});
const document = (name: string, plant: (resource: AnyBundle) => void): PlantedFault => ({
  name: `DocumentReference: ${name}`,
  plant: inFirst('DocumentReference', plant),
});

/** The faults that a bundle must not have (interop.md section 3): each is found by at least one checker. */
export const PLANTED_FAULTS: readonly PlantedFault[] = [
  consent('unknown key', (each) => (each.signedBy = 'Demo')),
  consent('status signed', (each) => (each.status = 'signed')),
  consent('without scope', (each) => delete each.scope),
  consent('category empty', (each) => (each.category = [])),
  consent('without policyRule', (each) => delete each.policyRule),
  consent('provision type allow', (each) => (each.provision.provision[0].type = 'allow')),
  consent('two source[x]', (each) => (each.sourceAttachment = { title: 'Another' })),
  consent('data without meaning', (each) => delete each.provision.provision[0].data[0].meaning),
  consent('performer dangles', (each) => (each.performer[0].reference = 'urn:uuid:018f3a10-0000-8000-8000-000000000000')),
  consent('patient is Patient/1', (each) => (each.patient.reference = 'Patient/1')),
  patient('birthDate 14/03/1950', (each) => (each.birthDate = '14/03/1950')),
  patient('gender F', (each) => (each.gender = 'F')),
  patient('two deceased[x]', (each) => Object.assign(each, { deceasedBoolean: true, deceasedDateTime: '2026-01-01' })),
  patient('identifier a number', (each) => (each.identifier[0].value = 9_990_000_018)),
  patient('extension empty', (each) => (each.identifier[0].extension = [{}])),
  patient('family empty', (each) => (each.name[0].family = '')),
  patient('active a text', (each) => (each.active = 'true')),
  patient('communication without language', (each) => delete each.communication[0].language),
  { name: 'resourceType Consentt', plant: inFirst('Consent', (each) => (each.resourceType = 'Consentt')) },
  { name: 'one fullUrl twice', plant: (bundle) => (bundle.entry[1].fullUrl = bundle.entry[0].fullUrl) },
  { name: 'Bundle type sealed', plant: (bundle) => (bundle.type = 'sealed') },
  { name: 'search in a collection', plant: (bundle) => (bundle.entry[0].search = { mode: 'match' }) },
  provenance('recorded a date', (each) => (each.recorded = '2026-08-06')),
  provenance('target empty', (each) => (each.target = [])),
  provenance('agent without who', (each) => delete each.agent[0].who),
  provenance('signature without who', (each) => delete each.signature[0].who),
  document('status final', (each) => (each.status = 'final')),
  document('without content', (each) => delete each.content),
  document('data not base64', (each) => (each.content[0].attachment.data = 'not base64 !')),
  {
    name: 'QuestionnaireResponse: two value[x] of one answer',
    plant: inFirst('QuestionnaireResponse', (each) =>
      Object.assign(each.item[0].answer[0], { valueString: 'x', valueInteger: 1 }),
    ),
  },
];
