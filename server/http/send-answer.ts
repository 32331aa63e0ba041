import type { AnswerKind } from '#contract/engine/define.ts';
import type { FastifyReply } from 'fastify';
import type { Readable } from 'node:stream';

/** A file as an answer. */
export type FileAnswer = { file: Uint8Array; name: string; type: string };
/** A file that is too large for the memory. */
export type StreamedFile = Omit<FileAnswer, 'file'> & { file: Readable };

/** The type of the content of a stream of events. */
export const EVENT_STREAM = 'text/event-stream; charset=utf-8';

/** Sends what a handler returned. @param kind - of the call, which its handler keeps to */
export function sendAnswer(kind: AnswerKind, body: unknown, reply: FastifyReply): unknown {
  if (kind === 'file') return sendFile(body as FileAnswer | StreamedFile, reply);
  return kind === 'stream' ? sendStream(body as Readable, reply) : body;
}

function sendFile({ file, name, type }: FileAnswer | StreamedFile, reply: FastifyReply): unknown {
  return reply
    .header('Content-Type', type)
    .header('Content-Disposition', `attachment; filename="${name}"`)
    .header('Content-Security-Policy', "sandbox; default-src 'none'; frame-ancestors 'none'")
    .send(file instanceof Uint8Array ? Buffer.from(file) : file);
}

/** Proxies are told to pass each event on at once, as it is: nginx by the header of its own. */
function sendStream(events: Readable, reply: FastifyReply): unknown {
  return (
    reply
      .header('Content-Type', EVENT_STREAM)
      .header('Cache-Control', 'no-store, no-transform')
      .header('X-Accel-Buffering', 'no')
      // A connection that becomes idle while the server stops would hold that up.
      .header('Connection', 'close')
      .send(events)
  );
}
