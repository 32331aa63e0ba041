import { DAY } from '#domain/base/limits.ts';
import { DONE } from '#domain/base/done-messages.ts';
import { insertPageAsk } from '#server/data/signing/page-asks.ts';
import { inTransaction } from '#server/data/transaction.ts';
import type { Handlers } from '#server/http/serve.ts';
import { inTurn, RATE_LIMITS, tryAttempt } from '#server/policies/rate-limits.ts';
import { plainCode } from '#server/work/documents/verify.ts';
import { openCase } from '#server/work/cases/open-case.ts';
import { readContact, storeContact } from '#server/work/own-page/contact.ts';
import { writeNote } from '#server/work/own-page/notes.ts';
import { listOwnForms, openOwnForm } from '#server/work/own-page/own-forms.ts';
import { requestPurpose, REQUEST_WAIT_MOST } from '#server/work/own-page/answer-asks.ts';

/** An ask waits between these, ms: when its mail comes tells nobody whether there was a form [choice]. */
const WAIT = { least: 5000, most: 30_000 } as const;

/** Asks of one contact, or one code, that are answered in any 24 hours [choice]. */
const ASKS_A_DAY = 3;

export const ownPageHandlers: Pick<
  Handlers,
  'pageAsk' | 'pageNote' | 'pageContact' | 'pageContactUpdate' | 'pageForms' | 'pageOpen'
> = {
  async pageAsk({ contact }, context) {
    const { db, deps, address } = context;
    const code = contact.includes('@') ? null : plainCode(contact);
    const own = `page:${deps.chainKey.mac(`page ask ${code ?? contact}`)}`;
    await inTurn(context, [RATE_LIMITS.pageAsks(address)], async () => {
      // Nothing is looked up here.
      const isTaken = await takesAsk(context, own);
      const id = deps.newId();
      const wait = WAIT.least + Math.floor(((deps.random(1)[0] ?? 0) / 256) * (WAIT.most - WAIT.least));
      const at = (ms: number) => new Date(deps.clock() + ms).toISOString();
      // One too many is written like the others, and asks for nothing.
      const asked = isTaken ? contact : '';
      const row = {
        id,
        contact: code === null || !isTaken ? deps.secrets.seal(asked, requestPurpose(id)) : null,
        code: isTaken ? code : null,
        due_at: at(Math.min(wait, REQUEST_WAIT_MOST)),
        created_at: at(0),
      };
      await inTransaction(db, (trx) => insertPageAsk(trx, row));
    });
    return { message: DONE.PAGE_ASKED };
  },

  async pageNote({ consentID, text }, context) {
    await writeNote(await openCase(context, consentID), context.actor, text);
    return { message: DONE.NOTE_SAVED };
  },

  async pageContact({ consentID }, context) {
    const data = await inTransaction(context.db, async (db) =>
      readContact(await openCase({ ...context, db }, consentID), context.actor),
    );
    return { message: DONE.OK, data };
  },

  async pageContactUpdate({ consentID, ...wishes }, context) {
    const data = await storeContact(await openCase(context, consentID), context.actor, wishes);
    return { message: DONE.CONTACT_SAVED, data };
  },

  async pageForms(_, context) {
    return { message: DONE.OK, data: await listOwnForms(context) };
  },

  async pageOpen({ otherId }, context) {
    const { ticket, expiresAt, ...data } = await openOwnForm(context, otherId);
    return { message: DONE.OK, ticket, expiresAt, data };
  },
};

/**
 * Whether one more ask of a contact or a code is taken. Each of so many allowances takes one ask in any 24 hours: one that pays all of them
 * back little by little would take more.
 */
async function takesAsk(context: Parameters<typeof tryAttempt>[0], name: string): Promise<boolean> {
  for (let nth = 1; nth <= ASKS_A_DAY; nth += 1) {
    const { spent } = await tryAttempt(context, [{ name: `${name}:${nth}`, most: 1, window: DAY }]);
    if (spent === undefined) return true;
  }
  return false;
}
