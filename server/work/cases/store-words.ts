import type { OwnWordsKind } from '#domain/consents/own-words.ts';
import { addOwnWords } from '#server/data/signing/own-words.ts';
import type { StaffActor } from '#server/http/actor.ts';
import type { BySigner } from './event-by.ts';
import { keyOfVersion, type OpenCase } from './open-case.ts';

/** Words with the person who says them: a signer by the place on the form, or a member of staff. */
type Said = { readonly kind: OwnWordsKind; readonly text: string; readonly by: BySigner | { readonly staff: StaffActor } };

/** Stores what somebody says about a version, under the one who says it. Empty words are none. */
export async function storeWords(open: OpenCase, { kind, text, by }: Said): Promise<void> {
  const speaker = 'staff' in by ? { userId: by.staff.userId } : { order: by.signer.signing_order };
  await addOwnWords(open.db, { ...keyOfVersion(open), wordsId: open.deps.newId(), kind, text, at: open.now, by: speaker });
}
