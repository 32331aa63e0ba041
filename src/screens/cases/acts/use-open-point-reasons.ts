import { useState } from 'react';
import type { Consent } from '#contract/shapes/record-shapes.ts';
import { mustBeTalkedAbout, type OpenPoint } from '#domain/consents/open-points.ts';
import { openPointsOnForm } from '#domain/documents/open-points-on-form.ts';
import { openPointPath, unexplainedPoints, type OpenPointReason } from '#domain/signing/open-point-reasons.ts';
import type { SignatureFault } from '#domain/signing/signature.ts';
import { hasInk } from '#domain/values/ink.ts';

/** The choices about which somebody wants to talk, and why the clinician leaves each open. */
export type OpenPointReasonFields = {
  readonly points: readonly OpenPoint[];
  readonly reasons: readonly OpenPointReason[];
  readonly faults: readonly SignatureFault[];
  readonly textOf: (id: string) => string;
  readonly change: (id: string, text: string) => void;
};

/** Collects the reasons above the clinician's signature. */
export function useOpenPointReasons(consent: Consent): OpenPointReasonFields {
  const [texts, setTexts] = useState<Readonly<Record<string, string>>>({});
  const points = openPointsOnForm(consent).filter(mustBeTalkedAbout);
  const reasons = points.flatMap(({ id }) => {
    const reason = (texts[id] ?? '').trim();
    return hasInk(reason) ? [{ choiceID: id, reason }] : [];
  });
  return {
    points,
    reasons,
    faults: unexplainedPoints(points, reasons).map(({ id, name }) => ({
      path: openPointPath(id),
      message: `Say why this stays open: ${name}`,
    })),
    textOf: (id) => texts[id] ?? '',
    change: (id, text) => setTexts((before) => ({ ...before, [id]: text })),
  };
}
