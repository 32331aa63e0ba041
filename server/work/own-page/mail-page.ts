import { clockTime, localDate, longDate } from '#domain/values/plain-date.ts';
import type { OpenCase } from '#server/work/cases/open-case.ts';
import { mailFactsOf } from '#server/work/links/mail-facts.ts';
import { queueMail } from '#server/work/mail/queue-mail.ts';
import type { PageLink } from './open-page.ts';

type Mailing = { readonly page: PageLink; readonly address: string; readonly words: string };

/** Queues the mail of a link by which somebody comes back to their form; after its words stands until when it works. */
export async function mailPage(open: OpenCase, { page: { linkId, token, endsAt }, address, words }: Mailing): Promise<void> {
  const { db, deps, record } = open;
  const { timeZone } = deps.settings;
  const until = `${clockTime(endsAt, timeZone)} on ${longDate(localDate(Date.parse(endsAt), timeZone))}`;
  const facts = await mailFactsOf(open);
  await queueMail(
    db,
    deps,
    { organisationId: record.organisation_id, userId: null, address, name: address, linkId },
    { ...facts, kind: 'LINK_NEWS', words: { en: `${words} It works until ${until}, for you alone.` }, token },
  );
}
