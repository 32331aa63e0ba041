import { contentDigest, isFullShown, type ShownContent } from '#domain/consents/digest.ts';
import { Refused } from '#server/api-error.ts';
import { addRecipients } from '#server/data/signing/signers.ts';
import { sha256Hex } from '#server/sha256.ts';
import { capturedDay } from '#server/work/cases/captured-moment.ts';
import { moveVersion } from '#server/work/cases/followers.ts';
import { keyOfVersion, openVersionOf, type OpenCase } from '#server/work/cases/open-case.ts';
import { byStaff } from '#server/work/cases/event-by.ts';
import { recordOf } from '#server/work/consents/form-content.ts';
import type { Joined } from './plan-joining.ts';

/**
 * Adds a person to the signers of a form that is out, as planned: what signers are shown is pinned anew. The others keep their places,
 * states and links.
 *
 * @returns the form as it is then, and the place of the new signer
 */
export async function joinForm(open: OpenCase, joined: Joined): Promise<{ open: OpenCase; order: number }> {
  const { content, recipients } = joined;
  const signer = recipients.at(-1);
  if (signer === undefined) throw new Refused('NOT_FOUND');
  const { role, name, order } = signer;
  const pinned = pinnedWith(open, joined);
  const digest = await contentDigest(pinned, sha256Hex);
  await addRecipients(open.db, keyOfVersion(open), [signer]);
  await moveVersion(open, 'invite', {
    change: { content, pinned, digest },
    events: [{ type: 'SIGNER_INVITED', by: byStaff(open), detail: { role, order, name, contentDigest: digest } }],
  });
  return { open: await openVersionOf(open, open.consent.id), order };
}

/** The record with one signer more: template, procedures, translation, the sentences of the others and all meanings are those that are pinned. */
function pinnedWith(open: OpenCase, { content, pinned, recipients }: Joined): ShownContent {
  const { consent, patient } = open;
  const before = isFullShown(pinned) ? pinned : null;
  const old = before?.oldProcedures ?? consent.old_procedures;
  const next = recordOf(
    { consent: { ...consent, content, old_procedures: [...old] }, patient, today: capturedDay(open) },
    {
      template: pinned.template,
      procedures: pinned.procedures,
      recipients,
      translation: before?.translation ?? null,
      hasMeanings: before?.meanings != null,
    },
  );
  if (before === null || !isFullShown(next)) return next;
  const statements = next.statements.map((each) => before.statements.find(({ order }) => order === each.order) ?? each);
  if (next.meanings == null) return { ...next, statements };
  const meanings = next.meanings.map((each) => before.meanings?.find(({ english }) => english === each.english) ?? each);
  return { ...next, statements, meanings };
}
