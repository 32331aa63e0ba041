import { sql, type Selectable } from 'kysely';
import { ownWordsOf, type OwnWords, type OwnWordsKind } from '#domain/consents/own-words.ts';
import type { ConsentKey, ConsentRow } from '#server/data/consents/consents.ts';
import type { Db } from '#server/data/db.ts';
import type { Tables } from '#server/data/tables/tables.ts';
import { instant } from '#server/data/values.ts';
import type { RecipientRow, SignatureRow } from './signers.ts';

/** Words with the name of the member of staff who wrote them, if any did. */
export type SpokenWords = Selectable<Tables['own_words']> & { user_name: string | null };

/** The words of a version `v` as JSON, in order; their times are in the database's own form. */
export const spokenWords = sql<SpokenWords[]>`(select coalesce(jsonb_agg(to_jsonb(x) || jsonb_build_object('user_name',
    (select trim(concat_ws(' ', u.first_name, u.last_name)) from users u where u.organisation_id = x.organisation_id and u.id = x.user_id))
    order by x.at, x.id), '[]') from own_words x where x.organisation_id = v.organisation_id and x.consent_id = v.id)`;

/** The words of a version that have a speaker, in order. */
export async function spokenWordsIn(db: Db, { organisationId, id }: ConsentKey): Promise<SpokenWords[]> {
  const row = await db
    .selectFrom('consents as v')
    .select(spokenWords.as('words'))
    .where('v.organisation_id', '=', organisationId)
    .where('v.id', '=', id)
    .executeTakeFirst();
  return (row?.words ?? []).map(wordsAsRead);
}

/** Times inside JSON come in the database's own form. */
export function wordsAsRead(row: SpokenWords): SpokenWords {
  return { ...row, at: instant(row.at) };
}

/** The rows of a version among which its words are. */
type Around = {
  readonly own_words: readonly SpokenWords[];
  readonly recipients: readonly RecipientRow[];
  readonly signatures: readonly SignatureRow[];
} & Pick<ConsentRow, 'patient_comments' | 'parent_comments' | 'interpreter_comments'>;

/** All words of a version with their speakers. */
export function presentWords({ own_words: spoken, recipients, signatures, ...consent }: Around): OwnWords[] {
  return ownWordsOf({
    spoken: spoken.map(({ kind, signing_order, text, at, user_name: userName }) => ({ kind, signing_order, text, at, userName })),
    comments: {
      patient: consent.patient_comments,
      parents: consent.parent_comments,
      interpreter: consent.interpreter_comments,
    },
    signers: recipients.map(({ signing_order: order, role, name }) => ({ order, role, name })),
    signed: signatures.map(({ signing_order: order, role, given, received_at: at }) => ({
      order,
      role,
      text: given.comments ?? '',
      at,
    })),
  });
}

type NewWords = ConsentKey & {
  readonly wordsId: string;
  readonly kind: OwnWordsKind;
  readonly text: string;
  /** ISO */
  readonly at: string;
  /** the place of the signer, or the account of the member of staff */
  readonly by: { readonly order: number } | { readonly userId: string };
};

/** Stores words of one person about a version; empty ones are none. What matters takes the place of what mattered before. */
export async function addOwnWords(db: Db, { organisationId, id, wordsId, kind, text, at, by }: NewWords): Promise<void> {
  if (kind === 'MATTERS')
    await db
      .deleteFrom('own_words')
      .where('organisation_id', '=', organisationId)
      .where('consent_id', '=', id)
      .where('kind', '=', kind)
      .execute();
  if (text === '') return;
  await db
    .insertInto('own_words')
    .values({
      organisation_id: organisationId,
      id: wordsId,
      consent_id: id,
      signing_order: 'order' in by ? by.order : null,
      user_id: 'userId' in by ? by.userId : null,
      kind,
      text,
      at,
    })
    .execute();
}

/** Deletes the words about a version that is taken back: others may stand at its places when it is sent again. The timeline has them. */
export async function forgetOwnWords(db: Db, { organisationId, id }: ConsentKey): Promise<void> {
  await db.deleteFrom('own_words').where('organisation_id', '=', organisationId).where('consent_id', '=', id).execute();
}
