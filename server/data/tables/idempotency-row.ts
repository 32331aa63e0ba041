import type { Generated } from 'kysely';

/** A call that took effect under its key, with its answer. */
export type IdempotencyRow = {
  owner: string;
  op_id: string;
  route: string;
  body_sha256: string;
  /** how the digest was made: 1 over the parsed body, 2 over the body as it was sent */
  body_digest: Generated<number>;
  answer: unknown;
  created_at: string;
};
