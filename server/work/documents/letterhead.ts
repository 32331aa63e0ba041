import type { Letterhead } from '#domain/organisation/organisation.ts';
import { logoById } from '#server/data/accounts/logos.ts';
import { presentLetterhead } from '#server/data/accounts/organisations.ts';
import type { ConsentRow } from '#server/data/consents/consents.ts';
import type { Db } from '#server/data/db.ts';
import type { PdfLetterhead } from '#server/outside/pdf/blocks.ts';

type Version = Pick<ConsentRow, 'organisation_id' | 'pinned' | 'letterhead'>;

/** Name, address and logo of a form: as they were when it was sent, and as they are today while it is a draft. */
export async function letterheadOf(db: Db, { organisation_id: id, pinned, letterhead }: Version): Promise<Letterhead> {
  return pinned === null || letterhead === null ? presentLetterhead(db, id) : letterhead;
}

/** The head of a document of a form. */
export async function drawnLetterhead(db: Db, version: Version): Promise<PdfLetterhead> {
  return drawn(db, await letterheadOf(db, version));
}

/** The head of a document that is of no form. */
export async function newLetterhead(db: Db, organisationId: string): Promise<PdfLetterhead> {
  return drawn(db, await presentLetterhead(db, organisationId));
}

async function drawn(db: Db, { name, address, logoId }: Letterhead): Promise<PdfLetterhead> {
  const logo = logoId === null ? undefined : await logoById(db, logoId);
  return {
    name,
    ...(address === '' ? {} : { address }),
    // A copy of its own: the database's bytes may lie in a larger memory, which a thread would be sent whole.
    ...(logo === undefined ? {} : { logo: new Uint8Array(logo) }),
  };
}
