import { access } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { FILE_TYPES } from '#contract/engine/file-types.ts';
import type { Parsed } from '#contract/calls.ts';
import { Refused } from '#server/api-error.ts';
import { packPlace } from '#server/data/accounts/sealed-secrets.ts';
import { shownNumber } from '#server/data/patient-search.ts';
import { lockPack, partsOfPack } from '#server/data/packs/subject-packs.ts';
import type { StaffActor } from '#server/http/actor.ts';
import type { StreamedFile } from '#server/http/send-answer.ts';
import type { Context } from '#server/http/serve.ts';
import { readSealed } from '#server/outside/packs/sealed-file.ts';
import { logStaffSecurityEvent } from '#server/work/accounts/security-events.ts';
import { PACKS_FOLDER, partPurpose } from './make-pack.ts';
import { openPack } from './subject-access.ts';

/**
 * One part of a pack, opened piece by piece while it is sent. The security log says so before the first byte leaves.
 *
 * @throws Refused NOT_FOUND; PACK_NOT_REVIEWED for one that is not made; PACK_ENDED; PACK_ELSEWHERE where the file is not on this server
 */
export async function givePart(
  { id, part }: Parsed<'subjectAccessDownload'>,
  context: Context<StaffActor>,
): Promise<StreamedFile> {
  const { db, actor, deps } = context;
  const { organisationId } = actor;
  const pack = await openPack(context, id);
  if (pack.state === 'ENDED') throw new Refused('PACK_ENDED');
  if (pack.state !== 'READY') throw new Refused('PACK_NOT_REVIEWED');
  const found = (await partsOfPack(db, { organisationId, id })).find(({ number }) => number === part);
  const sealedKey = (await lockPack(db, { organisationId, id }))?.sealed_key;
  if (found === undefined || sealedKey == null) throw new Refused('NOT_FOUND');
  const path = join(deps.dataDir, PACKS_FOLDER, found.file);
  await access(path).catch(() => {
    throw new Refused('PACK_ELSEWHERE');
  });
  const number = shownNumber(pack.number);
  await logStaffSecurityEvent(db, context, {
    type: 'RECORD_EXPORTED',
    subject: `patient ${number}`,
    detail: `copy of all stored data, for ${pack.for_whom}, part ${part} of ${pack.parts.length}`,
  });
  const key = Buffer.from(deps.secrets.open(sealedKey, packPlace(id)), 'base64');
  const file = Readable.from(readSealed(path, { key, purpose: partPurpose(id, part) }));
  return { file, name: `${number}-copy-${part}.zip`, type: FILE_TYPES.ZIP };
}
