import type { Capacity } from '#domain/capacity/capacity.ts';
import type { ConsentProcedure, Interpreting } from '#domain/consents/consent.ts';
import type { ShownContent } from '#domain/consents/digest.ts';
import { EMPTY_FAMILY, type Family } from '#domain/family/family.ts';
import { witnessStatement } from '#domain/signing/witness-statement.ts';
import { blockSignersOf } from '#domain/consents/form-signers.ts';
import { spokenName } from '#domain/patients/patient-name.ts';
import { pinnedFormOf } from '#domain/meanings/pinned-form.ts';
import { recipientsOf } from '#domain/consents/recipients.ts';
import type { PinnedTranslation } from '#domain/consents/pinned-translation.ts';
import type { ShownPatient } from '#domain/patients/shown-patient.ts';
import type { SignatureInput } from '#domain/signing/signature.ts';
import type { FormType } from '#domain/forms/form-types.ts';
import { statementOf } from '#domain/consents/statements.ts';
import type { TemplateNode } from '#domain/templates/template.ts';
import type { TimelineEvent } from '#domain/cases/timeline.ts';
import type { RecipientRow, SignatureRow } from '#server/data/signing/signers.ts';
import type { DocumentSource } from '#server/work/documents/content/document-source.ts';

const ORGANISATION = '019fd764-42e5-7092-b2b2-62c217650001';
const CONSENT = '019fd764-42e5-7092-b2b2-62c217650002';
const SIGNED_AT = '2026-08-06T14:05:00.000Z';

/** A procedure as it is pinned, unless changed. */
export function aProcedure(change: Partial<ConsentProcedure> = {}): ConsentProcedure {
  return {
    procedureID: '019fd764-42e5-7092-b2b2-62c217650003',
    libraryVersion: 1,
    procedureName: 'Tonsillectomy',
    procedureDescription: 'The tonsils are taken out through the mouth.',
    procedureAcronym: '',
    sideRequired: false,
    side: null,
    site: '',
    benefits: [{ text: 'Fewer sore throats', source: null, year: null }],
    risks: [
      {
        name: 'Bleeding',
        text: 'It may need another operation.',
        frequency: { num: 195, den: 10_000 },
        source: 'Demo audit',
        year: 2015,
        population: '1,000 children',
        core: true,
      },
    ],
    removedRisks: [],
    alternatives: ['Waiting', 'No treatment'],
    personalRisks: [],
    anaesthetic: ['GENERAL'],
    ...change,
  };
}

const PLACES: TemplateNode[] = [
  { type: 'heading-two', children: [{ text: 'Your rights' }] },
  { type: 'consent-patient', children: [{ text: '' }] },
  { type: 'consent-clinic', children: [{ text: '' }] },
  { type: 'consent-interpreter', children: [{ text: '' }] },
];

/** The parts of a form that differ from the demo form. */
export type FormParts = {
  readonly formType?: FormType;
  readonly patient?: Partial<ShownPatient>;
  readonly procedures?: readonly ConsentProcedure[];
  readonly oldProcedures?: readonly ConsentProcedure[];
  readonly nodes?: readonly TemplateNode[];
  readonly answers?: ShownContent['answers'];
  readonly interpreting?: Partial<Interpreting>;
  readonly family?: Partial<Family>;
  readonly capacity?: Capacity | null;
  readonly translation?: PinnedTranslation | null;
  /** whole years */
  readonly age?: number;
  /** with the meanings of what is signed, in the language of the translation; as builds before pinned it, where absent */
  readonly hasMeanings?: boolean;
  /** as a build pinned it whose statements named no court */
  readonly namesNoCourt?: boolean;
};

/** The source of a document that was signed by everybody on 6 August 2026, unless changed. */
export function documentSource(parts: FormParts = {}, change: Partial<DocumentSource> = {}): DocumentSource {
  const { formType = 'FORM_2', nodes = PLACES, capacity = null, procedures = [aProcedure()], age = 11 } = parts;
  const family: Family = { ...EMPTY_FAMILY, ...parts.family };
  const interpreting = { interpreter: null, interpreterNeeded: false, interpreterNoneReason: '', ...parts.interpreting };
  const patient = {
    firstName: 'Amber',
    lastName: 'Demo-Rowan',
    dateOfBirth: `${2026 - age}-03-14`,
    nhsNumber: '9990000018',
    hospitalNumber: 'DEMO-42',
    ...parts.patient,
  };
  const signers = blockSignersOf({
    formType,
    age,
    ability: formType === 'FORM_4' ? 'NOT_ABLE' : 'ABLE',
    patient: { name: spokenName(patient), email: null },
    clinician: { name: 'Demo Clinician', email: null },
    family,
    capacity,
  });
  const planned = recipientsOf({ nodes, signers, interpreting });
  const pinned = pinnedFormOf(
    {
      formType,
      template: { templateID: '019fd764-42e5-7092-b2b2-62c217650004', templateVersion: 1, nodes },
      procedures,
      oldProcedures: parts.oldProcedures ?? [],
      answers: parts.answers ?? { mattersToMe: '', additionalChoices: [], refusals: [] },
      interpreting,
      patient,
      family,
      capacity,
      recipients: planned,
      translation: parts.translation ?? null,
    },
    { namesNoCourt: parts.namesNoCourt ?? false, hasMeanings: parts.hasMeanings ?? false },
  );
  const recipients = planned.map(({ role, name, order, required }) => aRecipient({ role, name, signing_order: order, required }));
  return {
    consentId: CONSENT,
    versionNumber: 1,
    pinned,
    digest: 'a'.repeat(64),
    verifyCode: '7QK3-M9PD-X2RT',
    verifyUrl: 'https://assent.example.org/verify/7QK3-M9PD-X2RT',
    letterhead: { name: 'Demo General Hospital' },
    timeZone: 'Europe/London',
    madeAt: Date.parse(SIGNED_AT) + 60_000,
    recordNumber: 'P-000412',
    clinicianStatement: { discussed: true, capacity: formType !== 'FORM_4', note: '' },
    sentAt: '2026-08-06T13:00:00.000Z',
    signedAt: SIGNED_AT,
    recipients,
    signatures: recipients.map((each) => aSignature(each, { statement: statementOf(pinned, each.role) })),
    questions: [],
    ownWords: [],
    recorded: null,
    settled: null,
    laterAnswers: [],
    events: [],
    signers: [],
    ...change,
  };
}

/** A signer as stored, signed unless changed. */
export function aRecipient(change: Partial<RecipientRow> & Pick<RecipientRow, 'role' | 'name' | 'signing_order'>): RecipientRow {
  return {
    organisation_id: ORGANISATION,
    consent_id: CONSENT,
    email: null,
    state: 'SIGNED',
    method: 'TYPED',
    signed_at: SIGNED_AT,
    identity: null,
    required: true,
    attests: null,
    party: null,
    ...change,
  };
}

/** A typed signature of a signer on a handed-over tablet, unless changed. */
export function aSignature(
  { role, name, signing_order }: RecipientRow,
  given: Partial<SignatureInput>,
  change: Partial<SignatureRow> = {},
): SignatureRow {
  const isStaff = role === 'CLINICIAN';
  return {
    organisation_id: ORGANISATION,
    id: `019fd764-42e5-7092-b2b2-62c21765010${signing_order}`,
    consent_id: CONSENT,
    role,
    signing_order,
    user_id: isStaff ? ORGANISATION : null,
    handover_id: isStaff ? null : ORGANISATION,
    given: {
      consentID: CONSENT,
      role,
      name,
      method: 'TYPED',
      typedName: name,
      statement: '',
      contentDigest: 'a'.repeat(64),
      capturedAt: SIGNED_AT,
      ...given,
    },
    credentials: isStaff ? { grade: 'Consultant', registrationNumber: '7000042' } : null,
    captured_at: SIGNED_AT,
    received_at: SIGNED_AT,
    cancelled_at: null,
    ...change,
  };
}

/** The source with signer `order` in another state and without a signature, beside an event with the reason. */
export function withoutSignature(
  source: DocumentSource,
  order: number,
  change: Partial<RecipientRow>,
  detail: TimelineEvent['detail'] = {},
): DocumentSource {
  const event: TimelineEvent = {
    id: `019fd764-42e5-7092-b2b2-62c21765020${order}`,
    at: SIGNED_AT,
    deviceAt: null,
    type: 'DECLINED',
    actor: { kind: 'SIGNER', name: 'Demo Signer', role: '' },
    versionId: source.consentId,
    detail: { order, ...detail },
    prevHash: '0'.repeat(64),
    hash: 'b'.repeat(64),
  };
  return {
    ...source,
    recipients: source.recipients.map((each) => (each.signing_order === order ? { ...each, ...change } : each)),
    signatures: source.signatures.filter((each) => each.signing_order !== order),
    events: [...source.events, event],
  };
}

/** The source with a witness behind the others, whose own signature stands beside that of signer `attests`, a mark. */
export function withWitness(source: DocumentSource, attests: number): DocumentSource {
  const signer = source.recipients.find(({ signing_order }) => signing_order === attests);
  const witness = aRecipient({
    role: 'WITNESS',
    name: 'Wendy Demo-Witness',
    signing_order: source.recipients.length + 1,
    attests,
  });
  return {
    ...source,
    recipients: [...source.recipients, witness],
    signatures: [
      ...source.signatures,
      aSignature(witness, { statement: witnessStatement(signer?.name ?? '', 'MARK_WITNESSED') }),
    ],
  };
}
