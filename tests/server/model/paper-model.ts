/** The reference: what forms.md says of forms that are signed on paper. */

import { dayOf, moveOn } from './case-model.ts';
import { forgetOpenScan, isOutNow, type CaseModel, type ModelSigner, type ModelVersion, type Verdict } from './case-shapes.ts';
import * as links from './link-model.ts';

export function upload(model: CaseModel, version: ModelVersion, sha256: string | undefined): Verdict {
  if (!isOutNow(model, version)) return 'MOVE_REFUSED';
  // One that nobody has checked is replaced.
  forgetOpenScan(version);
  if (sha256 === undefined) return null;
  version.scan = { sha256, changes: version.changes, isConfirmed: false };
  version.scans.push(sha256);
  return null;
}

export function discard(version: ModelVersion): Verdict {
  if (version.scan === null) return 'NOT_FOUND';
  if (version.scan.isConfirmed) return 'MOVE_REFUSED';
  forgetOpenScan(version);
  return null;
}

/** A clinician says who has signed on the scan. @param signedAt - of all of them */
export function confirmScan(
  model: CaseModel,
  version: ModelVersion,
  [signers, signedAt]: [readonly (ModelSigner | undefined)[], number],
): Verdict {
  if (!isOutNow(model, version)) return 'MOVE_REFUSED';
  if (version.scan === null) return 'NOT_FOUND';
  if (version.scan.changes !== version.changes) return 'SIGNED_CONTENT_MISMATCH';
  const onPaper = signers.filter((each) => each !== undefined);
  if (onPaper.length < signers.length) return 'INVALID';
  if (isOld(model, version, signedAt)) return 'INVALID';
  const odd = onPaper.find(({ state, isStranger }) => state === 'SIGNED' || isStranger);
  if (odd !== undefined) return odd.state === 'SIGNED' ? 'ALREADY_SIGNED' : 'INVALID';
  const asks = onPaper.some(({ role }) => role === 'PATIENT' || role === 'PARENT' || role === 'CHILD');
  if (asks && version.openQuestions > 0) return 'MOVE_REFUSED';
  if (!version.scan.isConfirmed) version.checked.push(version.scan);
  version.scan.isConfirmed = true;
  for (const each of onPaper) {
    Object.assign(each, { state: 'SIGNED', signedAt });
    links.endLinksAt(model, version, { by: 'OTHER_WAY', order: each.order });
  }
  moveOn(model, version, Math.max(...version.signers.flatMap((each) => each.signedAt ?? [])));
  return null;
}

/** Ink from before what was said in the case since then: a no of that day, or a form that was signed after it. */
function isOld(model: CaseModel, version: ModelVersion, signedAt: number): boolean {
  return model.versions.some(
    (other) =>
      other !== version &&
      ((other.noAt !== null && dayOf(signedAt) <= dayOf(other.noAt)) ||
        (other.signedAt !== null && dayOf(signedAt) < dayOf(other.signedAt))),
  );
}
