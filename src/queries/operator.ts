import { DONE } from '#domain/base/done-messages.ts';
import { writeOrQueue } from '#src/offline/write.ts';
import { whenOfflineReady } from '#src/offline/session.ts';
import { api } from '#src/session/api.ts';
import { queryOptions } from '@tanstack/react-query';
import { SAVED_LOCALLY, useAct, type ActResult, type Intent } from './consents.ts';

/** The clinicians of the organisation, who may sign and operate; only the server knows them. */
export const cliniciansOptions = () =>
  queryOptions({
    queryKey: ['clinicians'],
    queryFn: async ({ signal }) => (await api('userGetClinicians', {}, { signal })).data.records,
    networkMode: 'always',
    retry: false,
  });

/** `version` of the case as the person saw it. */
type OperatorInput = { readonly recordID: string; readonly version: number; readonly clinicianID: string };

/** Names the clinician who operates; offline the change is queued on this tablet. */
export function useChangeOperator() {
  return useAct(async ({ body: { version, ...input }, key }: Intent<OperatorInput>): Promise<ActResult> => {
    // A case that this tablet stores has its own version there, which may be newer.
    const stored = await (await whenOfflineReady())?.local.listings.read(input.recordID);
    const named = stored == null ? { version } : {};
    const { kind } = await writeOrQueue({ call: 'recordUpdate', input, key, ...named });
    if (kind === 'queued') return { isSent: false, message: SAVED_LOCALLY };
    void (await whenOfflineReady())?.pull();
    return { isSent: true, message: DONE.OPERATOR_CHANGED };
  });
}
