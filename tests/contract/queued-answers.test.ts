import * as v from 'valibot';
import { expect, test } from 'vitest';
import { calls, type QueuedCall } from '#contract/calls.ts';
import { RecordSummary } from '#contract/shapes/record-summary.ts';
import { Patient } from '#domain/patients/patient.ts';
import { queuedCalls } from '#store/outbox/calls.ts';

/**
 * Members of the answers of queued calls that are of no entity. Nobody waits for these answers: each is shown later, or asks for nobody's
 * eyes.
 */
const BESIDE: Readonly<Record<string, string>> = {
  possibleDuplicates: 'shown under “To send”, and asked on both patients’ pages until somebody decides',
  ticket: 'of a handover that has ended when the queue is sent',
  expiresAt: 'of that ticket',
  handoverId: 'the tablet’s own id',
  number: 'shown under Help, with the answer',
  signerState: 'pulled with the case',
  listing: 'pulled with the case',
};

const entriesOf = (schema: unknown): Readonly<Record<string, unknown>> =>
  v.is(v.object({ entries: v.record(v.string(), v.unknown()) }), schema) ? schema.entries : {};

const ENTITY = new Set(
  [Patient, RecordSummary, entriesOf(calls.consentUpdate.output)['data']].flatMap((each) => Object.keys(entriesOf(each))),
);

test('what an answer holds beside its entity is shown later, or excused', () => {
  // The keys of the table are the names of its calls.
  const met = (Object.keys(queuedCalls) as QueuedCall[]).flatMap((name) => {
    const { message: _, data, ...members } = entriesOf(calls[name].output);
    return [...Object.keys(members), ...Object.keys(entriesOf(data))].filter((each) => !ENTITY.has(each));
  });
  expect(new Set(met)).toEqual(new Set(Object.keys(BESIDE)));
});
