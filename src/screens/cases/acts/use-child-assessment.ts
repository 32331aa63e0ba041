import { useState } from 'react';
import type { Consent } from '#contract/shapes/record-shapes.ts';
import type { Fault } from '#domain/base/fault.ts';
import { GILLICK_POINTS, type GillickPoint } from '#domain/family/child.ts';
import { hasInk } from '#domain/values/ink.ts';
import { failureProblems } from '#src/notices/failure-words.ts';
import { noticeSuccess } from '#src/notices/notices.tsx';
import { useIdempotencyKey } from '#src/queries/client/idempotency-key.ts';
import { useAssessChild } from '#src/queries/records.ts';
import { NEEDS_NETWORK, needsNetwork } from './act-words.ts';

type Answer = 'YES' | 'NO';

/** The second assessment of a child as it is entered, and the call that stores it. @param onDone - called once it is stored */
export function useChildAssessment({ consentID, version }: Consent, onDone: () => void) {
  const [points, setPoints] = useState<Partial<Record<GillickPoint, Answer>>>({});
  const [able, setAble] = useState<Answer | null>(null);
  const [reason, setReason] = useState('');
  const [faults, setFaults] = useState<readonly Fault[]>([]);
  const assess = useAssessChild();
  const keyFor = useIdempotencyKey();
  const isYes = (point: GillickPoint) => points[point] === 'YES';
  return {
    points,
    answer: (point: GillickPoint, value: Answer) => setPoints((before) => ({ ...before, [point]: value })),
    able,
    setAble,
    reason,
    setReason,
    errorAt: (path: string) => faults.find((each) => each.path === path)?.message,
    /** Those at no field. */
    otherFaults: faults.filter(({ path }) => path === '' || path === 'points'),
    isComplete: able !== null && hasInk(reason) && GILLICK_POINTS.every((point) => points[point] !== undefined),
    isSaving: assess.isPending,
    save: async () => {
      const answers = {
        treatment: isYes('treatment'),
        risks: isYes('risks'),
        alternatives: isYes('alternatives'),
        weighs: isYes('weighs'),
        free: isYes('free'),
      };
      const body = { consentID, version, points: answers, able: able === 'YES', reason: reason.trim() };
      try {
        const { message } = await assess.mutateAsync({ body, key: keyFor(body) });
        noticeSuccess(message);
        onDone();
      } catch (failure) {
        setFaults(needsNetwork(failure) ? [{ path: '', message: NEEDS_NETWORK }] : failureProblems(failure));
      }
    },
  };
}
