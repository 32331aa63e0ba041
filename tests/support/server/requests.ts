import type { InjectOptions } from 'fastify';
import * as v from 'valibot';
import type { Call } from '#contract/engine/define.ts';
import type { TemplateNode } from '#domain/templates/template.ts';

type About = { token?: string; ids?: Readonly<Record<string, string>>; fields?: Readonly<Record<string, unknown>> };

/** An id that no entity has. */
export const NOBODYS_ID = '018f0000-0000-7000-8000-00000000dead';

/** The text of a template that has all places for signatures. */
export const A_TEMPLATE: readonly TemplateNode[] = [
  { type: 'heading-two', children: [{ text: 'Your rights' }] },
  { type: 'paragraph', children: [{ text: 'You can change your mind.', bold: true }] },
  { type: 'consent-patient', children: [{ text: '' }] },
  { type: 'consent-clinic', children: [{ text: '' }] },
  { type: 'consent-interpreter', children: [{ text: '' }] },
];

/**
 * Examples of every field that some call of the contract requires, valid for its schema: where one name means several things, the
 * first that fits is taken.
 */
const EXAMPLES: Readonly<Record<string, readonly unknown[]>> = {
  id: [NOBODYS_ID],
  _id: [NOBODYS_ID],
  consentID: [NOBODYS_ID],
  recordID: [NOBODYS_ID],
  otherId: [NOBODYS_ID],
  procedureID: [NOBODYS_ID],
  procedureName: ['Demo procedure'],
  formTypes: [['FORM_1']],
  sectionID: [NOBODYS_ID],
  section: [{ title: 'Going home', nodes: [{ text: 'Rest.' }] }],
  revision: [1],
  videoLinks: [[]],
  Leaflets: [[]],
  imageRefs: [[]],
  patientID: [NOBODYS_ID],
  request_id: [NOBODYS_ID],
  caseID: [NOBODYS_ID],
  htmlString: ['PHA+RGVtbzwvcD4='],
  roleID: [NOBODYS_ID],
  deviceId: [NOBODYS_ID],
  specialityID: [NOBODYS_ID],
  organisation: [NOBODYS_ID, [NOBODYS_ID]],
  token: [`t_${'0'.repeat(43)}`],
  code: ['0000-0000-0000', '000000'],
  form: ['0000-0000-0000'],
  authorisationCode: ['00000000'],
  email: ['nobody@demo.nhs.uk'],
  password: ['Nobody2026!'],
  tabletPin: ['402857'],
  oldPassword: ['Nobody2026!'],
  newPassword: ['Somebody2026!'],
  appRole: ['CLINICIAN'],
  version: [1, '1'],
  firstName: ['Demo'],
  lastName: ['Demo-Example', 'Example'],
  dateOfBirth: ['1950-03-14'],
  patient: ['P-000001'],
  isOn: [false],
  adultYears: [8],
  deathYears: [8],
  childAge: [25],
  phoneNumber: ['07700900123'],
  grade: ['Consultant'],
  speciality: ['Urology'],
  consultantCode: ['A1234567'],
  expiryDate: ['2027-01-01'],
  status: ['INACTIVE', 'UNDER_REVIEW'],
  formType: ['FORM_1'],
  channel: ['DEVICE', 'SMS'],
  kind: ['SIGNED', 'CHOSEN', 'SEAL', 'WRONG_LIGHT'],
  format: ['CSV', 'XLSX'],
  role: ['PATIENT'],
  permissions: [[]],
  isRevoked: [false],
  label: ['Ward 7, tablet 2'],
  listed: [null],
  q: ['demo'],
  fields: [[{ field: 'lastName', mine: 'Demo', theirs: 'Example', resolution: 'MINE' }]],
  ops: [[{ key: NOBODYS_ID, call: 'POST patient/create', input: {} }]],
  confirmed: [true],
  reviewed: [true],
  language: ['cy'],
  reason: ['A good reason'],
  answer: ['An answer'],
  text: ['A question'],
  name: ['Demo Example'],
  address: ['1 Demo Lane'],
  supportEmail: ['help@demo.nhs.uk'],
  supportPhone: ['01632 960001'],
  specialities: [[]],
  startDate: ['2026-08-01'],
  endDate: ['2026-08-06'],
  administratorEmail: ['first@new.nhs.uk'],
  method: ['TYPED'],
  typedName: ['Demo Example'],
  answers: [
    { sideRight: true, somethingNew: false, questions: false, stillWanted: true },
    { sideRight: true, somethingNew: true, questions: false, stillWanted: true },
    [{ id: NOBODYS_ID, option: null }],
  ],
  statement: ['A statement'],
  patientDetails: [{ dateOfBirth: '1950-03-14', lastName: 'Demo' }],
  invites: [[{ signing_order: 1, channel: 'EMAIL' }]],
  signing_order: [1],
  sha256: ['0'.repeat(64)],
  page: [1],
  pagesChecked: [[]],
  signers: [[{ signing_order: 1, signedOn: '2026-08-06' }]],
  contentDigest: ['0'.repeat(64)],
  data: [A_TEMPLATE],
  capturedAt: ['2026-08-06T14:05:00.000Z'],
  patients: [[{ lastName: 'Demo-Example', dateOfBirth: '1950-03-14' }]],
  key: [NOBODYS_ID],
  to: [{ speciality: 'Urology' }, '07700 900123', '2026-07'],
  from: ['2026-06'],
  pass: ['x.y'],
  q1: [4],
  q2: [4],
  q3: [4],
  hasReadLicence: [true],
  wordings: [[]],
  channels: [{ EMAIL: 'ON', SMS: 'OFF', APP: 'OFF', LETTER: 'OFF' }],
  order: [['APP', 'SMS', 'EMAIL', 'LETTER']],
  smsBy: ['GOVUK'],
  templates: [{ SMS: null }],
  plans: [{ SMS: null, APP: null }],
  monthly: [{ smsParts: null, letters: null }],
  quiet: [{ from: '21:00', to: '08:00' }],
  question: ['Is an operation right?'],
  record: [{ firstName: 'Ada', lastName: 'Demo-Example', dateOfBirth: '1950-03-14', nhsNumber: null }],
  others: [[NOBODYS_ID]],
  ids: [[NOBODYS_ID]],
  lines: [[NOBODYS_ID]],
  part: [1],
  on: ['2026-08-06'],
  able: [true],
  choiceIDs: [['blood']],
  outcome: ['She agrees to it'],
  contact: ['nobody@example.org'],
  teams: [[]],
  refused: [['SMS']],
  off: [[]],
  cover: [null],
  words: ['The light was wrong'],
  harm: ['NO'],
  state: ['SEEN'],
  context: [{ route: '/listed', requestIds: [], isOnline: true, unsent: 0 }],
  points: [{ treatment: true, risks: true, alternatives: true, weighs: true, free: true }],
};

/** Files that a call reads; of any other call it is a PDF with nothing in it. */
const FILES: Readonly<Record<string, string>> = {
  'patient/import': 'Surname,DOB\nDemo-Example,14/03/1950\n',
  'patient/listed/sheet':
    'Code,Outcome,Time,"Signer, role",Clinician,Interpreter,Note\n,AGREED,14:00,"Demo Example, patient",,,\n',
};

/**
 * An input that the call's own schema accepts: the required fields, with `ids` and `fields` put in where it has such fields.
 *
 * @throws Error when the call requires a field without an example
 */
export function inputOf(entry: Call, { ids = {}, fields = {} }: About = {}): Record<string, unknown> {
  // Every input schema of the table is an object schema.
  const { entries } = entry.input as unknown as { entries: Record<string, v.GenericSchema> };
  const input: Record<string, unknown> = {};
  for (const [name, schema] of Object.entries(entries)) {
    const given = fields[name] ?? ids[name];
    if (given !== undefined) input[name] = given;
    else if (schema.type !== 'optional') input[name] = exampleOf(name, schema);
  }
  // A field that only some inputs require is marked optional: it is added where its absence is the fault.
  for (const name of faultyFields(entry, input)) {
    const schema = entries[name];
    if (!(name in input) && schema !== undefined) input[name] = exampleOf(name, schema);
  }
  const faulty = faultyFields(entry, input);
  if (faulty.length > 0) throw new Error(`${entry.path}: no example for ${faulty.join(', ')}`);
  return input;
}

function faultyFields(entry: Call, input: Record<string, unknown>): string[] {
  const { issues = [] } = v.safeParse(entry.input, input);
  return issues.map((issue) => v.getDotPath(issue) ?? '');
}

function exampleOf(name: string, schema: v.GenericSchema): unknown {
  const examples = [...(EXAMPLES[name] ?? []), firstOf(schema)];
  return examples.find((each) => v.safeParse(schema, each).success);
}

/** The first of the allowed values of a picklist. */
function firstOf(schema: v.GenericSchema): unknown {
  return 'options' in schema && Array.isArray(schema.options) ? schema.options[0] : undefined;
}

/** A raw request of a call with an input that its schema accepts. */
export function requestOf(entry: Call, about: About = {}): InjectOptions {
  return rawRequest(entry, { ...about, input: inputOf(entry, about) });
}

/** A raw request with any input at all: in the path, in the query or as the body, according to the call's method. */
export function rawRequest(
  entry: Call,
  { token, input }: { token?: string | undefined; input: Record<string, unknown> },
): InjectOptions {
  const rest = { ...input };
  const path = entry.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const value = String(rest[name]);
    delete rest[name];
    return encodeURIComponent(value.replaceAll(/\p{Cs}/gu, '\ufffd'));
  });
  const headers = token === undefined ? {} : { authorization: `Bearer ${token}` };
  const { method } = entry;
  if (method === 'GET' || method === 'DELETE') {
    const pairs = Object.entries(rest).map(([name, value]) => [name, typeof value === 'string' ? value : JSON.stringify(value)]);
    return { method, url: `/api/${path}?${new URLSearchParams(pairs).toString()}`, headers };
  }
  if (entry.body !== 'json')
    return {
      method,
      url: `/api/${path}`,
      headers: { ...headers, 'content-type': 'multipart/form-data; boundary=xx' },
      payload: `${Object.entries(rest).map(fieldOf).join('')}${formOf(FILES[entry.path] ?? '%PDF-1.7 nothing')}`,
    };
  return {
    method,
    url: `/api/${path}`,
    headers: { ...headers, 'content-type': 'application/json' },
    payload: JSON.stringify(rest),
  };
}

/** A field of a form with the boundary `xx`, before its files. */
function fieldOf([name, value]: [string, unknown]): string {
  return `--xx\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${String(value)}\r\n`;
}

/** One file in a form with the boundary `xx`. */
export function formOf(text: string, { field = 'file' }: { field?: string } = {}): string {
  return `--xx\r\nContent-Disposition: form-data; name="${field}"; filename="x.pdf"\r\nContent-Type: application/pdf\r\n\r\n${text}\r\n--xx--\r\n`;
}
