import { HOUR, MINUTE } from '#domain/base/limits.ts';
import { mayInformAdults } from '#domain/family/family-signers.ts';
import { ROLE_RULES } from '#domain/forms/signer-roles.ts';
import { isReachable } from '#domain/notifications/reachable-signer.ts';
import { mayMessagePatients } from '#domain/organisation/message-setup.ts';
import { mayComeBack, PAGE_LINK_LIFE } from '#domain/signing/own-page.ts';
import { organisationById, setupOf } from '#server/data/accounts/organisations.ts';
import { latestLinks } from '#server/data/signing/version-links.ts';
import { takePageAsk, type PageAskRow } from '#server/data/signing/page-asks.ts';
import { formsOfAddress, formsOfCode, type PageForm } from '#server/data/signing/page-forms.ts';
import { isEndedByStaff } from '#server/data/signing/page-links.ts';
import type { Db } from '#server/data/db.ts';
import { inTransaction } from '#server/data/transaction.ts';
import type { Deps } from '#server/deps.ts';
import { keyOfVersion } from '#server/work/cases/open-case.ts';
import { findSigner } from '#server/work/cases/signer-of-call.ts';
import { presentAddress } from '#server/work/links/link-address.ts';
import { mailClosed } from '#server/work/links/addressee.ts';
import { openLinkCase } from '#server/work/links/link-case.ts';
import { mailPage } from './mail-page.ts';
import { openPage } from './open-page.ts';
import { pageAccessOf } from '#server/work/links/page-access.ts';

/** The longest time for which an ask waits, ms. */
export const REQUEST_WAIT_MOST = MINUTE;
/** The time after which an ask that nobody has worked on is over: it lay in a backup, or the jobs stood still, ms [choice]. */
const ASK_LIFE = HOUR;
/** People about whom one address gets a link at once; who looks after more asks on the telephone [choice]. */
const LINKS_MOST = 3;
/** Forms of one person that are tried, the newest first [choice]. */
const TRIED_MOST = 5;

/** The place of a sealed address. */
export const requestPurpose = (id: string): string => `page ask ${id}`;

/**
 * Works on one thing that somebody has asked for at the public address: mails a link to each address at which the hospital writes today, and
 * nothing where it knows none. What cannot be sent is given up: who asked can ask again.
 *
 * @returns true while more may be due
 */
export async function answerPageAsk(deps: Deps): Promise<boolean> {
  const { db } = deps.database;
  const now = new Date(deps.clock()).toISOString();
  const ask = await takePageAsk(db, { now, longest: REQUEST_WAIT_MOST });
  if (ask === undefined) return false;
  if (deps.clock() - Date.parse(ask.created_at) > ASK_LIFE) return true;
  const failed = (error: unknown): null => {
    deps.log.error('a page that was asked for could not be sent', { error: error instanceof Error ? error.name : 'unknown' });
    return null;
  };
  const contact = ask.contact === null ? null : contactOf(ask.contact, ask.id, deps);
  if (contact === '') return true;
  let links = 0;
  for (const forms of await formsOf(db, { contact, code: ask.code }).catch((error: unknown) => (failed(error), []))) {
    const sent = new Set<PageAccess>();
    for (const form of forms) {
      // Each under the lock of its own case, and of no other.
      const opened = await inTransaction(db, (trx) => send({ db: trx, deps, now }, form, { contact, sent })).catch(failed);
      if (opened !== null) sent.add(opened);
    }
    if (sent.size > 0) links += 1;
    if (contact !== null && links === LINKS_MOST) break;
  }
  return true;
}

/** The address that was asked for; empty where it cannot be read any more. */
function contactOf(sealed: string, id: string, { secrets }: Pick<Deps, 'secrets'>): string {
  try {
    return secrets.open(sealed, requestPurpose(id));
  } catch {
    return '';
  }
}

type Answering = { readonly db: Db; readonly deps: Deps; readonly now: string };

/** The forms by the person who may come back to them: about one patient, and signed by the patient or by one adult, the newest first. */
async function formsOf(db: Db, { contact, code }: Pick<PageAskRow, 'contact' | 'code'>): Promise<PageForm[][]> {
  const forms = contact === null ? await formsOfCode(db, code ?? '') : await formsOfAddress(db, contact);
  const byPerson = new Map<string, PageForm[]>();
  for (const form of forms.toSorted((one, other) => other.sent_at.localeCompare(one.sent_at))) {
    const signer = ROLE_RULES[form.role].isPatient ? '' : `${form.role} ${form.name.toLowerCase()}`;
    const key = `${form.patient_id} ${signer}`;
    byPerson.set(key, [...(byPerson.get(key) ?? []), form]);
  }
  return [...byPerson.values()].map((each) => each.slice(0, TRIED_MOST));
}

type PageAccess = NonNullable<ReturnType<typeof pageAccessOf>>;
type PageSending = {
  /** the address that was asked for, in lower case; null for a code */
  readonly contact: string | null;
  /** where this person comes to by a link that goes already: one for a form that awaits them, and one for those that they have answered */
  readonly sent: ReadonlySet<PageAccess>;
};

/**
 * Mails a link to a signer, where all holds under the lock of their case, and says where it leads. Null where nothing goes: the address is not theirs
 * today, they may not be written to, nobody has sent them the form that awaits them, or staff have ended the link that went there; nor of a form
 * that a young person hides at home, whose address may be a parent's.
 */
async function send({ db, deps, now }: Answering, form: PageForm, { contact, sent }: PageSending): Promise<PageAccess | null> {
  const { organisation_id: organisationId, consent_id, signing_order: order, role, clinician_id: sentBy } = form;
  const organisation = await organisationById(db, organisationId);
  if (!mayMessagePatients(setupOf(organisation))) return null;
  const open = await openLinkCase(
    { db, deps, now },
    { organisation_id: organisationId, consent_id, id: '', role, signing_order: order, sent_by: sentBy },
  );
  const signer = await findSigner(open, { role, order });
  const access = signer === undefined ? null : pageAccessOf(open, signer);
  if (signer === undefined || access === null || sent.has(access)) return null;
  const { patient, consent } = open;
  if (!mayInformAdults(consent.content)) return null;
  if (!isReachable({ role, patient, form: consent.content })) return null;
  if ((await mailClosed(open, signer, { isAutomatic: true, isAddressConfirmed: false })) !== null) return null;
  const address = presentAddress(open, signer);
  if (address === null || (contact !== null && address.toLowerCase() !== contact)) return null;
  const key = { ...keyOfVersion(open), order };
  // A link that staff have ended may have gone to somebody else.
  const link = (await latestLinks(db, key)).get(order);
  if (link === undefined ? access === 'FORM' : !mayComeBack({ ...link, locked_at: null })) return null;
  if (await isEndedByStaff(db, { ...key, address: address.toLowerCase() })) return null;
  const page = await openPage(open, { signer, address, sentBy, channel: 'EMAIL', by: 'SYSTEM' }, PAGE_LINK_LIFE.asked);
  if (page === null) return null;
  await mailPage(open, { page, address, words: REQUESTED });
  return access;
}

const REQUESTED = 'Here is the link to your form that somebody asked for. If it was not you, you need do nothing.';
