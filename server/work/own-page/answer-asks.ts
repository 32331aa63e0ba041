import { HOUR, MINUTE } from '#domain/base/limits.ts';
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
  const failed = (error: unknown): false => {
    deps.log.error('a page that was asked for could not be sent', { error: error instanceof Error ? error.name : 'unknown' });
    return false;
  };
  const contact = ask.contact === null ? null : contactOf(ask.contact, ask.id, deps);
  if (contact === '') return true;
  let links = 0;
  for (const forms of await formsOf(db, { contact, code: ask.code }).catch((error: unknown) => (failed(error), []))) {
    for (const form of forms) {
      // Each under the lock of its own case, and of no other.
      const isSent = await inTransaction(db, (trx) => send({ db: trx, deps, now }, form, contact)).catch(failed);
      if (isSent) links += 1;
      if (isSent) break;
    }
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

/** The forms by the person who may come back to them: of one patient and place, the newest first. */
async function formsOf(db: Db, { contact, code }: Pick<PageAskRow, 'contact' | 'code'>): Promise<PageForm[][]> {
  const forms = contact === null ? await formsOfCode(db, code ?? '') : await formsOfAddress(db, contact);
  const byPerson = new Map<string, PageForm[]>();
  for (const form of forms.toSorted((one, other) => other.sent_at.localeCompare(one.sent_at))) {
    const key = `${form.patient_id} ${form.role} ${form.signing_order}`;
    byPerson.set(key, [...(byPerson.get(key) ?? []), form]);
  }
  return [...byPerson.values()].map((each) => each.slice(0, TRIED_MOST));
}

/**
 * Mails a link to a signer, where all holds under the lock of their case. False where nothing goes: the address is not theirs today, they may
 * not be written to, or staff have ended the link that went there.
 *
 * @param contact - the address that was asked for, in lower case; null for a code
 */
async function send({ db, deps, now }: Answering, form: PageForm, contact: string | null): Promise<boolean> {
  const { organisation_id: organisationId, consent_id, signing_order: order, role, clinician_id: sentBy } = form;
  const organisation = await organisationById(db, organisationId);
  if (!mayMessagePatients(setupOf(organisation))) return false;
  const open = await openLinkCase(
    { db, deps, now },
    { organisation_id: organisationId, consent_id, id: '', role, signing_order: order, sent_by: sentBy },
  );
  const signer = await findSigner(open, { role, order });
  if (signer === undefined || pageAccessOf(open, signer) === null) return false;
  const { patient, consent } = open;
  if (!isReachable({ role, patient, form: consent.content })) return false;
  if ((await mailClosed(open, signer, { isAutomatic: true, isAddressConfirmed: false })) !== null) return false;
  const address = presentAddress(open, signer);
  if (address === null || (contact !== null && address.toLowerCase() !== contact)) return false;
  const key = { ...keyOfVersion(open), order };
  // A link that staff have ended may have gone to somebody else.
  const sent = (await latestLinks(db, key)).get(order);
  if (sent !== undefined && !mayComeBack({ ...sent, locked_at: null })) return false;
  if (await isEndedByStaff(db, { ...key, address: address.toLowerCase() })) return false;
  const page = await openPage(open, { signer, address, sentBy, channel: 'EMAIL', by: 'SYSTEM' }, PAGE_LINK_LIFE.asked);
  if (page === null) return false;
  await mailPage(open, { page, address, words: REQUESTED });
  return true;
}

const REQUESTED = 'Here is the link to your form that somebody asked for. If it was not you, you need do nothing.';
