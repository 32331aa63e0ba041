import { constants } from 'node:zlib';
import compress from '@fastify/compress';
import { calls, type CallName } from '#contract/calls.ts';
import type { FastifyInstance, RouteOptions } from 'fastify';

/** Calls whose answers hold a credential: the length of a compressed answer can tell of its content, so they are sent as they are. */
const ANSWER_CREDENTIALS: ReadonlySet<CallName> = new Set([
  'userLogin',
  'userOtpVerify',
  'userOtpRequestqr',
  'userExtendToken',
  'userUnlock',
  'userUnlockWithTabletPin',
  'userRegister',
  'userDevice',
  'consentSendToSign',
  'recordVerifyPatient',
  'recordVerifyInterpreter',
  'pageOpen',
  'recordSendInvite',
  'consentGetPrivateUrl',
]);

/** JSON with brotli or gzip, as the caller takes it. A route's own options replace those of the whole server, so they stand here. */
const JSON_ANSWERS = {
  encodings: ['br', 'gzip'],
  customTypes: /^application\/json(?:;|$)/u,
  // Below this the headers weigh more than what is saved, bytes.
  threshold: 1024,
  // A list of ten is compressed in place; longer answers in another thread, bytes.
  syncThreshold: 16_384,
  brotliOptions: { params: { [constants.BROTLI_PARAM_QUALITY]: 4, [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT } },
} satisfies RouteOptions['compress'];

/** The part of a call's route that says whether its answers are compressed: a stream is not, as its events would wait for one another. */
export function compressionOf(name: CallName): Pick<RouteOptions, 'compress'> {
  return ANSWER_CREDENTIALS.has(name) || calls[name].answer === 'stream' ? {} : { compress: JSON_ANSWERS };
}

/** Prepares the compression of the routes that ask for it. Bodies of requests are read as they are sent. */
export async function compressAnswers(app: FastifyInstance): Promise<void> {
  await app.register(compress, { global: false });
}
