import type { LinkEnd } from '#domain/signing/link.ts';
import { endHandoversOf } from '#server/data/signing/handovers.ts';
import { endLinks } from '#server/data/signing/links.ts';
import { discardOpenScan } from './discard-scan.ts';
import { byStaffOrSystem } from './event-by.ts';
import { keyOfVersion, recordEvent, type OpenCase } from './open-case.ts';

/** Ends the links of a version, or of one of its signers, each with an event that says why. @param until - those sent later go on */
export async function endLinksOf(
  open: OpenCase,
  { by, order, until }: { by: LinkEnd; order?: number; until?: string },
): Promise<void> {
  const { db, now } = open;
  const key = {
    ...keyOfVersion(open),
    ...(order === undefined ? {} : { order }),
    ...(until === undefined ? {} : { until }),
  };
  for (const link of await endLinks(db, key, { now, by }))
    await recordEvent(open, {
      type: 'LINK_ENDED',
      by: byStaffOrSystem(open),
      detail: { role: link.role, order: link.signing_order, by },
    });
}

/** Ends every way by which somebody signs a version: the handovers on tablets, the links, and a scan that nobody has checked. */
export async function endAccess(open: OpenCase, by: LinkEnd): Promise<void> {
  await endHandoversOf(open.db, { ...keyOfVersion(open), now: open.now });
  await endLinksOf(open, { by });
  await discardOpenScan(open);
}

/** As {@link endAccess}, as a newer version is opened. Whoever signed a form in force keeps their link to it, for the document and a change of mind. */
export async function endAccessToOld(open: OpenCase): Promise<void> {
  if (open.consent.status === 'SIGNED') await endHandoversOf(open.db, { ...keyOfVersion(open), now: open.now });
  else await endAccess(open, 'NEW_VERSION');
}
