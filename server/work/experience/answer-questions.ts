import type { Parsed } from '#contract/calls.ts';
import { Refused } from '#server/api-error.ts';
import { countAnswers, takeNonce } from '#server/data/experience/experience-counts.ts';
import { experienceSettingsOf } from '#server/data/experience/experience-settings.ts';
import { inTransaction } from '#server/data/transaction.ts';
import type { Context } from '#server/http/serve.ts';
import { countAttempt, RATE_LIMITS } from '#server/policies/rate-limits.ts';
import { sha256Hex } from '#server/sha256.ts';
import { nonceStoredUntil, readPass } from './pass.ts';

type Answering = Pick<Context, 'db' | 'deps' | 'now' | 'address'>;

/**
 * Counts three answers once. A pass that counts nothing is an attempt of its network, as a token that stands for nothing is; a good one is limited by
 * itself and leaves no trace of its sender.
 *
 * @throws Refused PASS_ALTERED for a pass that no server of ours has written; PASS_ENDED for one that was used, has ended or came before the questions
 *   were switched off; SLOW_DOWN
 */
export async function answerQuestions({ pass, ...answers }: Parsed<'experienceAnswer'>, context: Answering): Promise<void> {
  const { db, deps, address } = context;
  const claims = readPass(deps.chainKey, pass);
  if (claims !== undefined && (await isCounted())) return;
  await countAttempt(context, [RATE_LIMITS.strangeTokens(address)]);
  throw new Refused(claims === undefined ? 'PASS_ALTERED' : 'PASS_ENDED');

  async function isCounted(): Promise<boolean> {
    if (claims === undefined || deps.clock() >= Date.parse(claims.endsAt)) return false;
    const { organisationId, procedureId, month, nonce } = claims;
    return inTransaction(db, async (trx) => {
      if ((await experienceSettingsOf(trx, organisationId))?.settings.isOn !== true) return false;
      const endsAt = nonceStoredUntil(claims);
      if (!(await takeNonce(trx, { organisationId, hash: sha256Hex(nonce), endsAt }))) return false;
      await countAnswers(trx, { organisationId, procedureId, month, ...answers });
      return true;
    });
  }
}
