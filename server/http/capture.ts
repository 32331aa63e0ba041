import { CAPTURE_HEADERS } from '#contract/sync.ts';
import { ClockOffset, Instant, Uuid } from '#domain/values/text.ts';
import type { IncomingHttpHeaders } from 'node:http';
import * as v from 'valibot';
import { Refused } from '#server/api-error.ts';

/**
 * The capture of a queued call: its tablet, its time by the tablet's own clock (ISO, UTC), and how far the server's clock was ahead
 * of that clock (ms). Shown in timelines and evidence; nothing is ordered or refused by it.
 */
export type Capture = {
  deviceId: string | undefined;
  capturedAt: string | undefined;
  clockOffset: number | undefined;
  /** of a call in an envelope, which a tablet queued, also where it names no time */
  isOp?: true;
  /** of an entry on paper that somebody brings back, who may not know the record */
  isFromPaper?: true;
};

/** The capture of a call that was sent at once. */
export const NO_CAPTURE: Capture = { deviceId: undefined, capturedAt: undefined, clockOffset: undefined };

/** The capture of a call that may not be queued: of its tablet, made now. */
export function sentAtOnce({ deviceId }: Capture): Capture {
  return { ...NO_CAPTURE, deviceId };
}

/** Whether a tablet queued the call: it names itself, which is proved by then, and the time. */
export function isQueuedCapture({ deviceId, capturedAt }: Capture): boolean {
  return deviceId !== undefined && capturedAt !== undefined;
}

/** Whether a tablet queued the call, alone or in an envelope, and sent it later. */
export function isQueuedCall(capture: Capture | undefined): boolean {
  return capture !== undefined && (capture.isOp === true || isQueuedCapture(capture));
}

const DeviceId = v.pipe(v.string(), v.toLowerCase(), Uuid);
const ClockOffsetHeader = v.pipe(
  v.string(),
  v.regex(/^-?\d{1,15}(\.\d{1,10})?$/, 'The clock offset must be a number'),
  v.transform(Number),
  ClockOffset,
);

/** @throws Refused INVALID naming the invalid header */
export function captureOf(headers: IncomingHttpHeaders): Capture {
  return {
    deviceId: read(headers, CAPTURE_HEADERS.deviceId, DeviceId),
    capturedAt: read(headers, CAPTURE_HEADERS.capturedAt, Instant),
    clockOffset: read(headers, CAPTURE_HEADERS.clockOffset, ClockOffsetHeader),
  };
}

function read<T>(headers: IncomingHttpHeaders, name: string, schema: v.GenericSchema<string, T>): T | undefined {
  const header = headers[name];
  if (header === undefined) return undefined;
  const checked = v.safeParse(schema, header, { abortPipeEarly: true });
  if (checked.success) return checked.output;
  throw new Refused('INVALID', { fields: [{ path: name, message: checked.issues[0].message }] });
}
