import { mayMove } from '#domain/cases/case-machine.ts';
import { isOfKnownShape, type ShownContent } from '#domain/consents/digest.ts';
import type { InvitedPerson } from '#domain/signing/invite.ts';
import { CHANGE_FIRST, closedByAnswer, pathInInvite, withInvited } from '#domain/signing/joined-content.ts';
import type { PlannedRecipient, Signatory } from '#domain/consents/recipients.ts';
import type { Missing } from '#domain/forms/missing.ts';
import { isSameValue } from '#domain/base/canonical.ts';
import type { Fault } from '#domain/base/fault.ts';
import { ROLE_RULES } from '#domain/forms/signer-roles.ts';
import { mayStartConsent } from '#domain/patients/patient-status.ts';
import { isPatientSide } from '#domain/patients/restricted.ts';
import { shownPatientOf } from '#domain/patients/shown-patient.ts';
import { enterField } from '#domain/values/text.ts';
import { Refused } from '#server/api-error.ts';
import { fullName, userById, type FullUser } from '#server/data/accounts/users.ts';
import { presentPatient } from '#server/data/patients/patients.ts';
import { isOnTablet } from '#server/data/signing/handovers.ts';
import { recipientsIn, signaturesIn, type RecipientRow } from '#server/data/signing/signers.ts';
import type { DraftRowContent } from '#server/data/tables/rows.ts';
import type { StaffActor } from '#server/http/actor.ts';
import { capturedDay } from '#server/work/cases/captured-moment.ts';
import { notNow } from '#server/work/cases/not-now.ts';
import { keyOfVersion, type OpenCase } from '#server/work/cases/open-case.ts';
import { scanOfVersion } from '#server/work/cases/scan-events.ts';
import { signersOf } from '#server/work/consents/form-content.ts';
import { libraryFor, missingBy, type DraftLibrary } from '#server/work/consents/missing.ts';
import { unconfirmedAddress, unwantedAdult } from '#server/work/links/link-address.ts';
import { ageFault } from './age-fault.ts';

/** A new person, and the path of the invite in the call. */
export type Invitation = { readonly person: InvitedPerson; readonly path: string };

/** A form with one person more, before anything is written. */
export type Joined = {
  readonly content: DraftRowContent;
  readonly pinned: ShownContent;
  /** those that the form has, and the new one last */
  readonly recipients: readonly PlannedRecipient[];
};

type Form = {
  readonly open: OpenCase;
  readonly pinned: ShownContent;
  readonly clinician: FullUser;
  readonly library: DraftLibrary;
};
type State = Pick<Joined, 'content' | 'recipients'>;

/**
 * Judges people who shall join a form that is out, one after the other: each on the form with those before. Nothing is written.
 *
 * @throws Refused MOVE_REFUSED for a form that is not out; PATIENT_TAKES_NONE; FORBIDDEN as {@link unconfirmedAddress}; INVALID naming
 *   each fault of each person below the path of the invite, and a reason for which nobody can join the form any more
 */
export async function planJoining(open: OpenCase, actor: StaffActor, invitations: readonly Invitation[]): Promise<Joined[]> {
  const form = await formOut(open);
  const rows = await recipientsIn(open.db, keyOfVersion(open));
  const closed = await closedFor(form, rows);
  if (closed !== undefined)
    throw new Refused('INVALID', { fields: invitations.map(({ path }) => ({ path: `${path}.role`, message: closed })) });
  const planned: Joined[] = [];
  const faults: Fault[] = [];
  let state: State = { content: open.consent.content, recipients: rows.map(plannedOf) };
  for (const { person, path } of invitations) {
    const found = [...addressFaults(open, actor, person)];
    const joined = joinedBy(form, state, person);
    if ('faults' in joined) found.unshift(...joined.faults);
    else {
      planned.push(joined);
      state = joined;
    }
    faults.push(...found.map((fault) => ({ path: `${path}.${fault.path}`, message: fault.message })));
  }
  if (faults.length > 0) throw new Refused('INVALID', { fields: faults });
  return planned;
}

async function formOut(open: OpenCase): Promise<Form> {
  const { db, consent, record, patient, now } = open;
  const { pinned } = consent;
  const isOut = mayMove(consent.status, 'sign') && record.current_consent_id === consent.id;
  if (!isOut || pinned === null || !isOfKnownShape(pinned)) throw notNow(open);
  if (!mayStartConsent(patient.status)) throw new Refused('PATIENT_TAKES_NONE');
  if ((await ageFault(open, pinned, { capturedAt: now })) !== undefined) throw notNow(open, 'SIGNER_HAS_AGED');
  const clinician = await userById(db, record.organisation_id, consent.clinician_id);
  if (clinician === undefined) throw new Refused('NOT_FOUND');
  return { open, pinned, clinician, library: await libraryFor(db, record.organisation_id, [consent.content]) };
}

/** Why nobody can join a form that is out: what is shown would change under an answer; undefined where it may change. */
async function closedFor({ open, pinned }: Form, rows: readonly RecipientRow[]): Promise<string | undefined> {
  const answered = closedByAnswer(rows, (await signaturesIn(open.db, keyOfVersion(open))).length > 0);
  if (answered !== undefined) return answered;
  if (await isOnTablet(open.db, { ...keyOfVersion(open), now: new Date(open.deps.clock()).toISOString() }))
    return 'A signer has the form on a tablet now. Take the tablet back first.';
  const scan = await scanOfVersion(open);
  if (scan?.isConfirmed === false && scan.contentDigest === open.consent.digest)
    return 'A scan of the signed form has not been checked yet. Check or discard it first.';
  // The pin is made anew, and shows nothing new of the patient by the way.
  if (!isSameValue(shownPatientOf(pinned.patient), shownPatientOf(presentPatient(open.patient))))
    return `The patient’s details have changed since the form was made ready for signing. ${CHANGE_FIRST}`;
  return undefined;
}

function joinedBy(form: Form, { content, recipients }: State, person: InvitedPerson): Joined | { readonly faults: Fault[] } {
  const { open, pinned } = form;
  const { consent, deps } = open;
  const joined = withInvited(content, person, { formType: consent.form_type, newId: deps.newId() });
  if ('message' in joined) return { faults: [joined] };
  // Lacking what it lacked before, the form is out all the same.
  const before = missingOf(form, content);
  const missing = missingOf(form, joined.content).filter((each) => !before.some((other) => isSameValue(each, other)));
  const signer = newSignerOf(form, content, joined.content);
  const faults = missing.map(({ path, message }) => ({ path: pathInInvite(path, person, joined.path), message }));
  if (faults.length > 0) return { faults };
  if (signer === undefined || signer.role !== person.role) return { faults: [{ path: 'role', message: NO_ROOM }] };
  const order = Math.max(0, ...recipients.map((each) => each.order)) + 1;
  // A protected address of the family stands in the content alone.
  const email = isPatientSide(person.role) ? signer.email : (signer.email ?? person.email ?? null);
  const next = [...recipients, { ...signer, email, order }];
  return { content: joined.content, recipients: next, pinned };
}

/** The message for a person by whom more would change than one signer who is added: the template lacks the block, others must sign too. */
const NO_ROOM = `The form has no room for this signature. ${CHANGE_FIRST}`;

function missingOf({ open, clinician, library }: Form, content: DraftRowContent): Missing[] {
  const { consent, patient, now } = open;
  return missingBy(library, {
    content,
    formType: consent.form_type,
    patient,
    today: capturedDay(open),
    now,
    clinicianName: fullName(clinician),
  });
}

/** The one signer by whom two contents of a form differ; undefined where they differ by more, or by none. */
function newSignerOf({ open, pinned, clinician }: Form, before: DraftRowContent, after: DraftRowContent): Signatory | undefined {
  const { consent, patient } = open;
  const [old, now] = [before, after].map((content) =>
    signersOf(
      { consent: { ...consent, content }, patient, today: capturedDay(open) },
      { clinician, nodes: pinned.template.nodes },
    ).recipients.map(({ order: _, ...signer }) => signer),
  );
  const added = without(now, old);
  return without(old, now).length === 0 && added.length === 1 ? added[0] : undefined;
}

function without(signers: readonly Signatory[] = [], others: readonly Signatory[] = []): Signatory[] {
  return signers.filter((each) => !others.some((other) => isSameValue(each, other)));
}

function plannedOf({ role, name, email, required, party, signing_order: order }: RecipientRow): PlannedRecipient {
  return { role, name, email, required, order, ...(party === null ? {} : { parentId: party }) };
}

/** Where the link of a new person cannot be mailed to. */
function addressFaults(open: OpenCase, actor: StaffActor, { role, channel, email, addressConfirmed }: InvitedPerson): Fault[] {
  if (channel !== 'EMAIL' || !ROLE_RULES[role].mayUseLink) return [];
  const unwanted = unwantedAdult(open, role);
  if (unwanted !== undefined) return [unwanted];
  if (email == null) return [{ path: 'email', message: enterField('email') }];
  const unsafe = unconfirmedAddress(open, actor, { role, isConfirmed: addressConfirmed === true });
  return unsafe === undefined ? [] : [unsafe];
}
