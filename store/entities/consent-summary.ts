import { isUnreached } from '#domain/signing/link.ts';
import type { Consent } from '#contract/shapes/record-shapes.ts';
import { detailsOfChoices, type ChoicesOfForm } from '#domain/consents/choice-details.ts';
import type { AdditionalChoice } from '#domain/consents/consent.ts';
import type { ChoiceDetail } from '#domain/forms/choice-detail.ts';
import type { FormType } from '#domain/forms/form-types.ts';
import { openPointsOf } from '#domain/consents/open-points.ts';
import { scanOf } from '#domain/documents/paper-scan.ts';
import { doAdultsDisagree, factsOnForm, interpreterNeedOf, type InterpreterNeed } from '#domain/theatre/form-facts.ts';
import { hasChildRefused } from '#domain/family/family-signers.ts';
import { timeWishes, type TimeWish } from '#domain/signing/more-time.ts';
import { openNotes, type SignerNote } from '#domain/signing/notes.ts';
import { identityRefusals, type IdentityRefusal } from '#domain/signing/refused-identity.ts';
import type { PlannedRecipient, Recipient } from '#domain/consents/recipients.ts';
import type { DraftFields, LocalConsent } from './types.ts';
import type { Pinned } from './pinned.ts';
import { draftedProcedure, summarizeProcedure, type DraftProcedure, type ProcedureSummary } from './procedure-summary.ts';

type AddedSigner = NonNullable<Consent['addedSigners']>[number];

/** The fields of the server's copy that lists and lights depend on. `sentAt` is absent in summaries of builds before. */
type ServerSummary = Pick<
  Consent,
  | 'versionNumber'
  | 'activeTab'
  | 'status'
  | 'sealState'
  | 'confirmState'
  | 'confirmation'
  | 'voidKind'
  | 'origin'
  | 'signedAt'
  | 'clinician'
  | 'operator'
  | 'ended'
  | 'createdAt'
  | 'updatedAt'
> & {
  readonly sentAt?: Consent['sentAt'];
  readonly procedures: readonly ProcedureSummary[];
  /** `method`: of a signature on paper */
  readonly recipients: readonly (Pick<Recipient, 'role' | 'state' | 'signing_order' | 'required'> &
    Partial<Pick<Recipient, 'method'>>)[];
  /** absent in summaries of builds before, as are the places of those who have signed */
  readonly addedSigners?: readonly Pick<AddedSigner, 'role' | 'state' | 'signing_order' | 'required' | 'attests'>[];
  /** roles that have signed */
  readonly signed: readonly Consent['signatures'][number]['role'][];
  readonly signedPlaces?: readonly (number | null)[];
  /** whether the child said no before the form was sent, and whether adults disagree; absent in summaries of builds before */
  readonly hasChildRefused?: boolean;
  readonly isUnsettled?: boolean;
  /** whether adults gave different answers, and whether an interpreter must still be named; absent in summaries of builds before */
  readonly isDisputed?: boolean;
  readonly interpreterNeed?: InterpreterNeed;
  /** the decision-maker, and the patient as the form names them; absent in summaries of builds before */
  readonly basis?: Consent['basis'];
  readonly shownPatient?: Consent['shownPatient'];
  /** the links that wrong answers have locked; absent in summaries of builds before */
  readonly links?: Consent['links'];
  /** whether the record is pinned in the first shape; absent in summaries of earlier builds */
  readonly isFirstShape?: boolean;
  readonly identityChecks?: Consent['identityChecks'];
  /** the answers after a signature; absent without any */
  readonly laterAnswers?: Consent['laterAnswers'];
  /** the choices that the form leaves open; absent in summaries of builds before */
  readonly openChoices?: readonly AdditionalChoice[];
  /** of those; absent without any */
  readonly choiceDetails?: Consent['choiceDetails'];
  /** of the choices about safety that the form should show and does not, those that are open; absent without any */
  readonly safetyNotShown?: Consent['safetyNotShown'];
  /** the questions without an answer */
  readonly open: Consent['questions'];
  /** the signers who last said that the details are wrong; absent in summaries of builds before */
  readonly refusals?: readonly IdentityRefusal[];
  /** whether a scan of the form waits to be checked; absent in summaries of builds before */
  readonly hasScan?: boolean;
  /** the notes of signers that nobody has talked about, and their wishes for more time; absent without any, and in summaries of builds before */
  readonly notes?: readonly SignerNote[];
  readonly timeWishes?: readonly TimeWish[];
  /** of builds before: the last event about the patient's details, null without one */
  readonly identity?: Consent['Timeline'][number]['type'] | null;
};

/** The fields of a version that lists, needs and lights depend on, and no others: each summary is read with hundreds more. */
export type SummarizedConsent = Pick<
  LocalConsent,
  | 'consentID'
  | 'recordID'
  | 'patientID'
  | 'formType'
  | 'status'
  | 'handovers'
  | 'signed'
  | 'declined'
  | 'answered'
  | 'takenBackAt'
  | 'happened'
> & {
  readonly server: ServerSummary | null;
  /** `additionalChoices`: those that the local answers leave open */
  readonly draft: Pick<DraftFields, 'activeTab' | 'additionalChoices' | 'choiceDetails'> & {
    readonly procedures?: DraftProcedure[];
  };
};

/** The fields of a local pin that lists depend on. */
export type PinSummary = {
  readonly procedures: readonly ProcedureSummary[];
  readonly recipients: readonly (Pick<PlannedRecipient, 'role' | 'order'> & { readonly required?: boolean })[];
  /** as in the server's copy */
  readonly isFirstShape?: boolean;
  readonly patient?: Pinned['patient'];
};

/** The summary of a version. */
export function summarizeConsent({ server, draft, ...consent }: LocalConsent): SummarizedConsent {
  const { activeTab, procedures, additionalChoices, choiceDetails } = draft;
  const form = {
    formType: consent.formType,
    choiceDetails: choiceDetails ?? server?.choiceDetails,
    safetyNotShown: server?.safetyNotShown,
  };
  const open = additionalChoices && openChoicesWithDetails({ ...form, additionalChoices });
  const details = open === undefined ? choiceDetails : (open.choiceDetails ?? []);
  return {
    ...consent,
    server: server === null ? null : summarizeServerCopy(server),
    draft: {
      ...(activeTab === undefined ? {} : { activeTab }),
      ...(procedures === undefined ? {} : { procedures: procedures.map(draftedProcedure) }),
      ...(open === undefined ? {} : { additionalChoices: open.openChoices }),
      // Of the server's copy as well: its summary has those of its own open choices alone.
      ...(details === undefined ? {} : { choiceDetails: details }),
    },
  };
}

/** The summary of a local pin. */
export function summarizePin({ procedures, recipients, shown, patient }: Pinned): PinSummary {
  return {
    procedures: procedures.map(summarizeProcedure),
    recipients: recipients.map(({ role, order, required }) => ({ role, order, required })),
    isFirstShape: shown === null,
    patient,
  };
}

function summarizeServerCopy(server: Consent): ServerSummary {
  const {
    versionNumber,
    activeTab,
    status,
    sealState,
    confirmState,
    confirmation = null,
    voidKind,
    origin = null,
    signedAt,
    clinician,
    operator = null,
    ended = null,
  } = server;
  return {
    versionNumber,
    activeTab,
    status,
    sealState,
    confirmState,
    confirmation,
    voidKind,
    origin,
    signedAt,
    clinician,
    operator,
    ended,
    createdAt: server.createdAt,
    updatedAt: server.updatedAt,
    sentAt: server.sentAt,
    procedures: server.procedures.map(summarizeProcedure),
    recipients: server.recipients.map(summarizeSigner),
    addedSigners: (server.addedSigners ?? []).map(({ attests, ...signer }) => ({ ...summarizeSigner(signer), attests })),
    signed: server.signatures.map(({ role }) => role),
    signedPlaces: server.signatures.map(({ signing_order }) => signing_order ?? null),
    hasChildRefused: hasChildRefused({ child: server.child ?? null }, server),
    isUnsettled: server.disagreement?.outcome === 'NOT_SETTLED',
    isDisputed: doAdultsDisagree(factsOnForm(server)),
    interpreterNeed: interpreterNeedOf(server),
    basis: server.basis ?? null,
    shownPatient: server.shownPatient ?? null,
    links: (server.links ?? []).filter((link) => link.state === 'LOCKED' || isUnreached(link)),
    isFirstShape: (server.shown ?? null) === null,
    ...(server.identityChecks === undefined ? {} : { identityChecks: server.identityChecks }),
    ...(server.laterAnswers === undefined ? {} : { laterAnswers: server.laterAnswers }),
    ...openChoicesWithDetails(server),
    open: server.questions.filter(({ answer }) => answer === null),
    refusals: identityRefusals(server.Timeline),
    ...(scanOf(server.Timeline, server.consentID)?.isConfirmed === false ? { hasScan: true } : {}),
    ...notesIn(server),
  };
}

function notesIn({ Timeline, consentID }: Consent): Pick<ServerSummary, 'notes' | 'timeWishes'> {
  const [notes, wishes] = [openNotes(Timeline, consentID), timeWishes(Timeline, consentID)];
  return { ...(notes.length === 0 ? {} : { notes }), ...(wishes.length === 0 ? {} : { timeWishes: wishes }) };
}

type OpenChoices = { openChoices: AdditionalChoice[]; choiceDetails?: ChoiceDetail[]; safetyNotShown?: ChoiceDetail[] };

function openChoicesWithDetails(form: FormChoices): OpenChoices {
  const { openChoices, safetyNotShown } = openChoicesOf(form);
  const choiceDetails = detailsOfChoices({ additionalChoices: openChoices, choiceDetails: form.choiceDetails });
  return {
    openChoices,
    ...(choiceDetails === undefined ? {} : { choiceDetails }),
    ...(safetyNotShown.length === 0 ? {} : { safetyNotShown }),
  };
}

type FormChoices = {
  readonly formType: FormType;
  readonly talks?: Consent['talks'];
  readonly laterAnswers?: Consent['laterAnswers'];
  readonly safetyNotShown?: Consent['safetyNotShown'];
} & Pick<ChoicesOfForm, 'choiceDetails'> & {
    readonly additionalChoices: NonNullable<DraftFields['additionalChoices']>;
  };

function openChoicesOf({
  additionalChoices,
  ...form
}: FormChoices): Required<Pick<OpenChoices, 'openChoices' | 'safetyNotShown'>> {
  const choices = additionalChoices.map(({ answer = null, ...choice }) => ({ ...choice, answer }));
  const { laterAnswers: _, ...signed } = form;
  // An answer that is taken back, or settles it for one signer alone, leaves the choice to be told of again.
  const points = [form, signed].flatMap((each) => openPointsOf({ ...each, additionalChoices: choices }));
  const ids = new Set(points.map(({ id }) => id));
  const isOpen = ({ id }: { readonly id: string }) => ids.has(id);
  // One that is answered would else be taken for one that the form does not show.
  return { openChoices: choices.filter(isOpen), safetyNotShown: (form.safetyNotShown ?? []).filter(isOpen) };
}

function summarizeSigner({ role, state, signing_order, required, method }: Recipient) {
  return {
    role,
    state,
    signing_order,
    ...(required === undefined ? {} : { required }),
    ...(method === 'PAPER_SCAN' ? { method } : {}),
  };
}
