import type { EndedLink } from '#contract/engine/ended-link.ts';
import { isConsenter } from '#domain/consents/recipients.ts';
import { mayInformAdults } from '#domain/family/family-signers.ts';
import { isReachable } from '#domain/notifications/reachable-signer.ts';
import { hasOutgrown, mayComeBack, ownPageOf } from '#domain/signing/own-page.ts';
import { localDate } from '#domain/values/plain-date.ts';
import { supportOf } from '#server/data/accounts/organisations.ts';
import { Refused } from '#server/api-error.ts';
import type { Db } from '#server/data/db.ts';
import { formOfLink, type FormOfLink } from '#server/data/signing/link-form.ts';
import type { LinkRow } from '#server/data/signing/links.ts';
import type { Deps } from '#server/deps.ts';
import { languagesOf } from '#server/policies/patient-languages.ts';

type EndDeps = Pick<Deps, 'settings' | 'clock'>;

/** The refusal of a link that has ended: whose it was, whom to ring, and whether asking for another one brings one. */
export async function linkEnded(db: Db, link: LinkRow, deps: EndDeps): Promise<Refused> {
  return refusalOf(link, await formOfLink(db, link), deps);
}

/** The refusal of a link that has not ended itself, where the page of its signer has; null where that is there. */
export function pageEnded(link: LinkRow, form: FormOfLink, deps: EndDeps): Refused | null {
  const hasAnswered = form.state === 'SIGNED' || form.state === 'DECLINED';
  // A link to sign goes on as that to the page; that of an interpreter never becomes one.
  const isOfPage = link.purpose === 'PAGE' || (hasAnswered && isConsenter({ role: link.role, required: form.required ?? false }));
  return isOfPage && accessOf(link, form, deps) === null ? refusalOf(link, form, deps) : null;
}

function refusalOf(link: LinkRow, form: FormOfLink, deps: EndDeps): Refused {
  const { role } = link;
  const isWritten = isReachable({
    role,
    patient: { status: form.patientStatus, restricted: form.restricted },
    form: form.content,
  });
  // A link that was ended on purpose, and a form that was a mistake, may have been about somebody else.
  const isTheirs = isWritten && (mayComeBack(link) || link.ended_by === 'RESENT') && form.status !== 'VOIDED';
  const [initial = ''] = form.first_name;
  const data: EndedLink = {
    organisation: { _id: form.id, name: form.letterhead?.name ?? form.name },
    support: supportOf(form, deps.settings.supportEmail),
    ...languagesOf(deps.settings),
    // Of a form that a young person hides at home the public address tells nobody.
    mayComeBack: isTheirs && mayInformAdults(form.content) && accessOf(link, form, deps) !== null,
    ...(isTheirs && hasOutgrown({ role, dateOfBirth: form.date_of_birth }, dayOf(deps))
      ? { grownInitial: initial.toUpperCase() }
      : {}),
  };
  return new Refused('LINK_ENDED', { data });
}

/** The place to which the signer of a link comes back now; null without one, and for whoever decides nothing. */
function accessOf({ role }: LinkRow, { state, status, required, ...form }: FormOfLink, deps: EndDeps): 'FORM' | 'PAGE' | null {
  if (state === null) return null;
  const { signed_at: signedAt, updated_at: updatedAt, ended, date_of_birth: dateOfBirth } = form;
  const standing = { role, required: required ?? false, state, status, answeredAt: signedAt ?? updatedAt, ended, dateOfBirth };
  return ownPageOf(standing, { today: dayOf(deps), now: deps.clock() });
}

function dayOf({ clock, settings }: EndDeps): string {
  return localDate(clock(), settings.timeZone);
}
