import { timingSafeEqual } from 'node:crypto';
import { HOUR } from '#domain/base/limits.ts';
import { ANSWERED_WITHIN } from '#domain/experience/experience-months.ts';
import type { ChainKey } from '#server/data/integrity/chain-heads.ts';
import { sha256Hex } from '#server/sha256.ts';
import * as v from 'valibot';

const Claims = v.strictObject({
  organisationId: v.string(),
  procedureId: v.string(),
  month: v.string(),
  nonce: v.string(),
  endsAt: v.string(),
});
/** The right to have answers counted once: about which procedure, in which month, and until when (ISO). It names neither form nor signer. */
export type PassClaims = v.InferOutput<typeof Claims>;

/** Somebody who has signed a version. */
type Signed = {
  readonly organisationId: string;
  readonly consentId: string;
  readonly order: number;
  /** ISO */
  readonly signedAt: string;
};

/**
 * The nonce of a signer's pass: the same however often it is asked for, also by another of their devices. Under the server's key, so that a stored hash of
 * it tells nobody whose it was.
 */
export function nonceOf(key: ChainKey, { organisationId, consentId, order }: Omit<Signed, 'signedAt'>): string {
  return key.mac(`experience nonce ${organisationId} ${consentId} ${order}`);
}

/** When the pass of a signature ends, epoch ms. */
export function endOfPass({ signedAt }: Pick<Signed, 'signedAt'>): number {
  return Date.parse(signedAt) + ANSWERED_WITHIN;
}

/** The whole hour until which a used nonce is stored, ISO: the end of its pass, rounded up, so that it tells no signature. */
export function nonceStoredUntil({ endsAt }: Pick<PassClaims, 'endsAt'>): string {
  return new Date(Math.ceil(Date.parse(endsAt) / HOUR) * HOUR).toISOString();
}

/** Writes a pass. */
export function passOf(key: ChainKey, claims: PassClaims): string {
  const body = Buffer.from(JSON.stringify(claims)).toString('base64url');
  return `${body}.${macOf(key, body)}`;
}

/** The claims of a pass; undefined for one that this server has not written. */
export function readPass(key: ChainKey, pass: string): PassClaims | undefined {
  const [body = '', mac = '', ...rest] = pass.split('.');
  // Digests of equal length, so that the time of the comparison says nothing of where they differ.
  const isOurs = timingSafeEqual(Buffer.from(sha256Hex(mac)), Buffer.from(sha256Hex(macOf(key, body))));
  if (!isOurs || rest.length > 0) return undefined;
  // A build of another time may have written others.
  const claims = v.safeParse(Claims, JSON.parse(Buffer.from(body, 'base64url').toString('utf8')));
  return claims.success ? claims.output : undefined;
}

function macOf(key: ChainKey, body: string): string {
  return key.mac(`experience pass ${body}`);
}
