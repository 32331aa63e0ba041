import type { LinkEnd } from '#domain/signing/link.ts';
import { endHandoversOf } from '#server/data/signing/handovers.ts';
import { endLinks } from '#server/data/signing/links.ts';
import { discardOpenScan } from './discard-scan.ts';
import { recordEvent, type OpenCase } from './open-case.ts';

/** Ends the links of a version, or of one of its signers, each with an event that says why. @param until - those sent later go on */
export async function endLinksOf(
  open: OpenCase,
  { by, order, until }: { by: LinkEnd; order?: number; until?: string },
): Promise<void> {
  const { db, record, consent, now } = open;
  const key = {
    organisationId: record.organisation_id,
    id: consent.id,
    ...(order === undefined ? {} : { order }),
    ...(until === undefined ? {} : { until }),
  };
  for (const link of await endLinks(db, key, { now, by }))
    await recordEvent(open, { type: 'LINK_ENDED', detail: { role: link.role, order: link.signing_order, by } });
}

/** Ends every way by which somebody signs a version: the handovers on tablets, the links, and a scan that nobody has checked. */
export async function endAccess(open: OpenCase, by: LinkEnd): Promise<void> {
  const { db, record, consent, now } = open;
  await endHandoversOf(db, { organisationId: record.organisation_id, id: consent.id, now });
  await endLinksOf(open, { by });
  await discardOpenScan(open);
}
