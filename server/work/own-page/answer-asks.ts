import { shownCaseNumber } from '#domain/cases/case-number.ts';
import { MINUTE } from '#domain/base/limits.ts';
import { isReachable } from '#domain/notifications/reachable-signer.ts';
import { mayMessagePatients } from '#domain/organisation/message-setup.ts';
import { mayComeBack, ownPageOf, PAGE_LINK_LIFE } from '#domain/signing/own-page.ts';
import { localDate } from '#domain/values/plain-date.ts';
import { organisationById, setupOf, supportOf } from '#server/data/accounts/organisations.ts';
import { deletePageAsk, takePageAsk, type PageAskRow } from '#server/data/signing/page-asks.ts';
import { latestLinks } from '#server/data/signing/links.ts';
import { formsOfAddress, formsOfCode, type PageForm } from '#server/data/signing/page-forms.ts';
import type { Db } from '#server/data/db.ts';
import { inTransaction } from '#server/data/transaction.ts';
import type { Deps } from '#server/deps.ts';
import { keyOfVersion } from '#server/work/cases/open-case.ts';
import { openLinkCase } from '#server/work/links/link-case.ts';
import { queueMail } from '#server/work/mail/queue-mail.ts';
import { openPage } from './open-page.ts';

/** The longest time for which an ask waits, ms. */
export const REQUEST_WAIT_MOST = MINUTE;
/** Patients about whom one address gets a link at once; who looks after more asks on the telephone [choice]. */
const PATIENTS_MOST = 3;

/** The place of a sealed address. */
export const requestPurpose = (id: string): string => `page ask ${id}`;

/**
 * Works on one thing that somebody has asked for at the public address: mails a link to each address that the hospital knows, and nothing
 * where it knows none. What cannot be worked on is given up: who asked can ask again.
 *
 * @returns true while more may be due
 */
export async function answerPageAsk(deps: Deps): Promise<boolean> {
  const { db } = deps.database;
  const now = new Date(deps.clock()).toISOString();
  const state: { ask?: PageAskRow | undefined } = {};
  await inTransaction(db, async (trx) => {
    state.ask = await takePageAsk(trx, { now, longest: REQUEST_WAIT_MOST });
    if (state.ask !== undefined) await answer({ db: trx, deps, now }, state.ask);
  }).catch(async (error: unknown) => {
    deps.log.error('a page that was asked for could not be sent', { error: error instanceof Error ? error.name : 'unknown' });
    if (state.ask !== undefined) await deletePageAsk(db, state.ask.id);
  });
  return state.ask !== undefined;
}

type Answering = { readonly db: Db; readonly deps: Deps; readonly now: string };

async function answer(answering: Answering, ask: PageAskRow): Promise<void> {
  const { db, deps } = answering;
  const forms =
    ask.contact === null
      ? await formsOfCode(db, ask.code ?? '')
      : await formsOfAddress(db, deps.secrets.open(ask.contact, requestPurpose(ask.id)));
  const open = forms.filter((form) => mayBeSent(form, deps));
  const newest = new Map<string, PageForm>();
  for (const form of open.toSorted((one, other) => other.sent_at.localeCompare(one.sent_at))) {
    // Of one patient the newest form; a code is of one form, and each of its signers gets a link.
    const key = ask.contact === null ? `${form.signing_order}` : form.patient_id;
    if (!newest.has(key)) newest.set(key, form);
  }
  const chosen = [...newest.values()].slice(0, ask.contact === null ? undefined : PATIENTS_MOST);
  for (const form of chosen) await send(answering, form);
}

function mayBeSent(form: PageForm, { clock, settings }: Pick<Deps, 'clock' | 'settings'>): boolean {
  const { role, state, status, updated_at, ended, date_of_birth, patient_status, restricted, content } = form;
  const today = localDate(clock(), settings.timeZone);
  const standing = { role, state, status, answeredAt: updated_at, ended, dateOfBirth: date_of_birth };
  return (
    form.address !== null &&
    ownPageOf(standing, { today, now: clock() }) !== null &&
    isReachable({ role, patient: { status: patient_status, restricted }, form: content })
  );
}

async function send({ db, deps, now }: Answering, form: PageForm): Promise<void> {
  const { organisation_id: organisationId, consent_id, signing_order: order, role, clinician_id: sentBy, address } = form;
  if (address === null) return;
  const link = { organisation_id: organisationId, consent_id, id: '', role, signing_order: order, sent_by: sentBy };
  const organisation = await organisationById(db, organisationId);
  if (!mayMessagePatients(setupOf(organisation))) return;
  const open = await openLinkCase({ db, deps, now }, link);
  // A link that staff have ended may have gone to somebody else.
  const sent = (await latestLinks(db, keyOfVersion(open))).get(order);
  if (sent !== undefined && !mayComeBack({ ...sent, locked_at: null })) return;
  const page = await openPage(open, { role, order, address, sentBy, channel: 'EMAIL', by: 'SYSTEM' }, PAGE_LINK_LIFE.asked);
  if (page === null) return;
  await queueMail(
    db,
    deps,
    { organisationId, userId: null, address, name: address, linkId: page.linkId },
    {
      kind: 'LINK_NEWS',
      words: PAGE_WORDS,
      endsWithContact: false,
      caseNumber: shownCaseNumber(open.record.number),
      organisation: open.consent.letterhead?.name ?? organisation.name,
      support: supportOf(organisation, deps.settings.supportEmail),
      token: page.token,
    },
  );
}

const PAGE_WORDS =
  'Somebody asked for a link to your form. Here it is: it works for 24 hours, for you alone. If it was not you, you need do nothing.';
