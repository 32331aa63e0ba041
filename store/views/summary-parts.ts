import type { Consent } from '#contract/shapes/record-shapes.ts';
import type { ConsentProcedure, Interpreting } from '#domain/consents/consent.ts';
import { NEWEST_SHAPE } from '#domain/consents/pinned-record.ts';
import { EMPTY_CONTENT } from '#domain/consents/consent-fields.ts';
import { EMPTY_PARENT } from '#domain/family/parent.ts';
import type { InterpreterNeed } from '#domain/theatre/form-facts.ts';
import type { SummarizedConsent } from '#store/entities/consent-summary.ts';
import type { ProcedureSummary } from '#store/entities/procedure-summary.ts';
import type { Pinned } from '#store/entities/pinned.ts';
import type { ConsentEntry } from '#store/entities/summary-entries.ts';
import type { LocalConsent } from '#store/entities/types.ts';
import { EMPTY_CONSENT } from './consent.ts';
import type { VersionParts } from './version.ts';

/** A version's parts as its summary has them, in the shape of the complete parts: fields that no list shows are empty. */
export function partsOfSummary({ state, changedAt, consent, pin, serverCopy }: ConsentEntry): VersionParts {
  return {
    stored: { consent: widen(consent), state, changedAt },
    patient: null,
    pinned: pin === null ? null : widenPin(pin),
    serverCopy: serverCopy === null ? null : widen(serverCopy),
  };
}

function widen(consent: SummarizedConsent): LocalConsent {
  return { ...consent, server: consent.server === null ? null : widenServerCopy(consent, consent.server) };
}

function widenServerCopy(
  { consentID, recordID, patientID, formType }: SummarizedConsent,
  server: NonNullable<SummarizedConsent['server']>,
): Consent {
  const {
    procedures,
    recipients,
    addedSigners = [],
    signed,
    signedPlaces = [],
    isFirstShape,
    hasChildRefused,
    isUnsettled,
    isDisputed,
    interpreterNeed,
    basis = null,
    shownPatient = null,
    open,
    refusals,
    identity,
    openChoices = [],
    hasScan = false,
    notes = [],
    timeWishes = [],
    ...fields
  } = server;
  return {
    ...EMPTY_SERVER_COPY,
    ...fields,
    consentID,
    recordID,
    patientID,
    formType,
    procedures: procedures.map(widenProcedure),
    recipients: recipients.map((each) => ({ ...EMPTY_RECIPIENT, ...each })),
    addedSigners: addedSigners.map((each) => ({ ...EMPTY_RECIPIENT, ...each })),
    signatures: signed.map((role, at) => ({ ...EMPTY_SIGNATURE, role, ...placeAt(signedPlaces[at]) })),
    questions: open,
    additionalChoices: [...openChoices],
    shown: shownOf(isFirstShape),
    basis,
    shownPatient,
    child: hasChildRefused === true ? CHILD_WHO_REFUSED : null,
    disagreement: isUnsettled === true ? UNSETTLED : null,
    parents: isDisputed === true ? [PARENT_WHO_DISAGREES] : [],
    ...interpretingOf(interpreterNeed),
    Timeline: [
      ...(refusals ?? (identity === 'IDENTITY_REFUSED' ? [OF_THE_PATIENT] : [])).map((refusal) => ({
        ...EMPTY_EVENT,
        type: 'IDENTITY_REFUSED' as const,
        actor: { ...EMPTY_EVENT.actor, ...refusal },
      })),
      ...(hasScan ? [{ ...EMPTY_EVENT, type: 'SCAN_UPLOADED' as const, versionId: consentID }] : []),
      ...notes.map(({ eventId, name, text, at }) => ({
        ...EMPTY_EVENT,
        id: eventId,
        type: 'NOTE_WRITTEN' as const,
        versionId: consentID,
        at,
        actor: { ...EMPTY_EVENT.actor, name },
        detail: { note: text },
      })),
      ...timeWishes.map(({ role, order, comments }) => ({
        ...EMPTY_EVENT,
        type: 'MORE_TIME' as const,
        versionId: consentID,
        actor: { ...EMPTY_EVENT.actor, role: role ?? '' },
        detail: { order, comments },
      })),
    ],
  };
}

/** The pinned record as far as a summary has it: the version of its shape. */
function shownOf(isFirstShape: boolean | undefined): { shownVersion: number } | null {
  return isFirstShape === false ? { shownVersion: NEWEST_SHAPE } : null;
}

/** The interpreting of a form, as far as a summary has it; where it does not, the record alone says whether one is needed. */
function interpretingOf(need: InterpreterNeed = 'IF_IN_RECORD'): Interpreting {
  return {
    interpreter: null,
    interpreterNeeded: need === 'ALWAYS',
    interpreterNoneReason: need === 'NEVER' ? 'As the form says' : '',
  };
}

function placeAt(place: number | null | undefined): { signing_order?: number } {
  return place == null ? {} : { signing_order: place };
}

function widenPin({
  procedures,
  recipients,
  isFirstShape,
  patient = EMPTY_SHOWN_PATIENT,
}: NonNullable<ConsentEntry['pin']>): Pinned {
  return {
    content: [],
    templateID: '',
    templateVersion: 0,
    procedures: procedures.map(widenProcedure),
    recipients: recipients.map((each) => ({ name: '', email: null, required: true, ...each })),
    patient,
    statements: {},
    contentDigest: '',
    shown: shownOf(isFirstShape),
  };
}

function widenProcedure(procedure: ProcedureSummary): ConsentProcedure {
  return { ...EMPTY_PROCEDURE, ...procedure };
}

const EMPTY_PROCEDURE = {
  procedureDescription: '',
  procedureAcronym: '',
  sideRequired: false,
  benefits: [],
  risks: [],
  removedRisks: [],
  alternatives: [],
  personalRisks: [],
  anaesthetic: [],
};
const EMPTY_SHOWN_PATIENT = { firstName: '', lastName: '', dateOfBirth: '', nhsNumber: null, hospitalNumber: null };
const EMPTY_SERVER_COPY = {
  ...EMPTY_CONSENT,
  ...EMPTY_CONTENT,
  templateVersion: null,
  content: [],
  statements: {},
  contentDigest: null,
  visibilityType: 'view',
  missing: [],
  sentAt: null,
} as const satisfies Partial<Consent>;
const EMPTY_RECIPIENT = { recipient_name: '', recipient_email: null, action_type: 'SIGN', method: null, signedAt: null } as const;
const EMPTY_SIGNATURE = {
  name: '',
  method: 'TYPED',
  strokes: null,
  typedName: null,
  statement: '',
  capturedAt: '',
  receivedAt: '',
  witness: null,
} as const;
const CHILD_WHO_REFUSED = {
  agreement: 'DISAGREES',
  note: '',
  signs: false,
  gillick: null,
  tellParents: 'NOT_ASKED',
  encouraged: null,
} as const;
const PARENT_WHO_DISAGREES = { ...EMPTY_PARENT, id: '', signs: false, answer: 'DISAGREES' } as const;
const UNSETTLED = { outcome: 'NOT_SETTLED', note: '', courtOrder: null, recordedBy: '', at: '' } as const;
const OF_THE_PATIENT = { role: 'PATIENT', name: '' } as const;
const EMPTY_EVENT = {
  id: '',
  at: '',
  deviceAt: null,
  actor: { kind: 'SIGNER', name: '', role: '' },
  versionId: null,
  detail: {},
  prevHash: '',
  hash: 'summary',
} as const;
