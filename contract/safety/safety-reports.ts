import * as v from 'valibot';
import {
  HARMS,
  Hazard,
  ReportAnswer,
  ReportFields,
  SAFETY_KINDS,
  SAFETY_STATES,
  SafetyContext,
} from '#domain/safety/safety-report.ts';
import { hasInk } from '#domain/values/ink.ts';
import { Uuid } from '#domain/values/text.ts';
import { get, post } from '#contract/engine/define.ts';
import { DataOf, Nothing } from '#contract/engine/shapes.ts';

/** Reports that a list holds at most, the newest [choice]. */
export const REPORTS_MOST = 200;

/** A report as its reporter reads it. Times are ISO, UTC. */
const OwnReport = v.object({
  id: Uuid,
  number: v.string(),
  at: v.string(),
  kind: v.picklist(SAFETY_KINDS),
  state: v.picklist(SAFETY_STATES),
  answer: v.nullable(v.string()),
});
export type OwnReport = v.InferOutput<typeof OwnReport>;

/** The same for those who look into it. */
const SafetyReport = v.object({
  ...OwnReport.entries,
  receivedAt: v.string(),
  by: v.string(),
  harm: v.picklist(HARMS),
  words: v.string(),
  context: v.object({
    ...SafetyContext.entries,
    /** the build of the page, and the id of the tablet */
    build: v.nullable(v.string()),
    deviceID: v.nullable(v.string()),
    /** settings of this installation on which safety depends, as they were */
    settings: v.record(v.string(), v.unknown()),
  }),
  /** the case, where the reporter chose to name it */
  recordID: v.nullable(Uuid),
  hazard: v.nullable(v.string()),
  settledBy: v.nullable(v.string()),
  settledAt: v.nullable(v.string()),
});
export type SafetyReport = v.InferOutput<typeof SafetyReport>;

const manage = ['organisation.manage'] as const;

/** Reports of safety problems, from anybody of staff to those who look into them. */
export const safetyReports = {
  safetyReport: post('safety/report', {
    holds: { answer: 'nothing', refusals: 'nothing' },
    access: ['signedIn'],
    summary:
      'Reports a safety problem. Those who look into it are mailed that there is one, and not what it says. It is deleted by nobody.',
    input: v.strictObject({
      id: Uuid,
      ...ReportFields,
      recordID: v.optional(Uuid),
      context: SafetyContext,
    }),
    output: DataOf(v.object({ id: Uuid, number: v.string() })),
    offline: 'queue',
  }),
  safetyOwn: get('safety/own', {
    holds: { answer: 'nothing', refusals: 'nothing' },
    access: ['signedIn'],
    summary: 'The reports of whoever asks, the newest first, with their answers.',
    input: Nothing,
    output: DataOf(v.array(OwnReport)),
  }),
  safetyList: get('safety/list', {
    holds: { answer: 'nothing', refusals: 'nothing' },
    access: manage,
    summary: `The reports of the organisation, open ones first, then the newest; ${REPORTS_MOST} at most.`,
    input: Nothing,
    output: DataOf(v.array(SafetyReport)),
  }),
  safetyClose: post('safety/close', {
    holds: { answer: 'nothing', refusals: 'nothing' },
    access: manage,
    summary: 'Says that a report was seen, or closes it with the answer that its reporter reads, and the hazard it belongs to.',
    input: v.pipe(
      v.strictObject({
        id: Uuid,
        state: v.picklist(['SEEN', 'CLOSED'], 'The state must be SEEN or CLOSED'),
        hazard: v.optional(Hazard),
        answer: v.optional(ReportAnswer),
      }),
      v.forward(
        v.check(({ state, answer = '' }) => state === 'SEEN' || hasInk(answer), 'Write the answer that the reporter reads'),
        ['answer'],
      ),
    ),
    output: DataOf(SafetyReport),
  }),
};
