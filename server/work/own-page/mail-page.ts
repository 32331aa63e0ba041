import { shownCaseNumber } from '#domain/cases/case-number.ts';
import { clockTime, localDate, longDate } from '#domain/values/plain-date.ts';
import { organisationById, supportOf } from '#server/data/accounts/organisations.ts';
import type { OpenCase } from '#server/work/cases/open-case.ts';
import { queueMail } from '#server/work/mail/queue-mail.ts';
import type { PageLink } from './open-page.ts';

type Mailing = { readonly page: PageLink; readonly address: string; readonly words: string };

/** Queues the mail of a link by which somebody comes back to their form; after its words stands until when it works. */
export async function mailPage(
  { db, deps, record, consent }: OpenCase,
  { page: { linkId, token, endsAt }, address, words }: Mailing,
): Promise<void> {
  const { timeZone, supportEmail } = deps.settings;
  const organisation = await organisationById(db, record.organisation_id);
  const until = `${clockTime(endsAt, timeZone)} on ${longDate(localDate(Date.parse(endsAt), timeZone))}`;
  await queueMail(
    db,
    deps,
    { organisationId: record.organisation_id, userId: null, address, name: address, linkId },
    {
      kind: 'LINK_NEWS',
      language: 'en',
      words: { en: `${words} It works until ${until}, for you alone.` },
      caseNumber: shownCaseNumber(record.number),
      organisation: consent.letterhead?.name ?? organisation.name,
      support: supportOf(organisation, supportEmail),
      token,
    },
  );
}
