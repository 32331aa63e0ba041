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

export const ownPageHandlers: Pick<
  Handlers,
  'pageAsk' | 'pageNote' | 'pageContact' | 'pageContactUpdate' | 'pageForms' | 'pageOpen'
> = {
  async pageAsk({ contact }, context) {
    const { db, deps, address } = context;
    const code = contact.includes('@') ? null : plainCode(contact);
    const own = { name: `page:${deps.chainKey.mac(`page ask ${code ?? contact}`)}`, most: 3, window: DAY };
    await inTurn(context, [RATE_LIMITS.pageAsks(address)], async () => {
      // Nothing is looked up here.
      const { spent } = await tryAttempt(context, [own]);
      const id = deps.newId();
      const wait = WAIT.least + Math.floor(((deps.random(1)[0] ?? 0) / 256) * (WAIT.most - WAIT.least));
      const at = (ms: number) => new Date(deps.clock() + ms).toISOString();
      // One too many is written like the others, and asks for nothing.
      const asked = spent === undefined ? contact : '';
      const row = {
        id,
        contact: code === null || spent !== undefined ? deps.secrets.seal(asked, requestPurpose(id)) : null,
        code: spent === undefined ? code : null,
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
    const data = await inTransaction(context.db, async (trx) =>
      readContact(await openCase({ ...context, db: trx }, consentID), context.actor),
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
