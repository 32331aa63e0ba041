import type { Input } from '#contract/calls.ts';
import { MINUTE } from '#domain/base/limits.ts';
import { api, apiFile } from '#src/session/api.ts';
import { queryOptions } from '@tanstack/react-query';
import { useAct, useCaseCall, type Intent } from './consents.ts';
import { startPull } from '#src/queries/client/start-pull.ts';

type ScanFiles = { readonly consentID: string; readonly files: readonly Blob[] };

/** Uploads the scan of a form on paper. The call takes no key: the same file again is the same scan. */
export function useUploadScan() {
  return useAct(async ({ body }: Intent<ScanFiles>) => {
    // The parts named `file` travel beside the fields.
    const answer = await api('consentBitpaperUpload', body);
    await startPull();
    return answer;
  });
}

/** Saves the signatures on a scan that a clinician has looked at. */
export const useConfirmScan = () => useCaseCall('recordConfirmScan');

/** Deletes a scan that nobody has checked. */
export const useDiscardScan = () => useCaseCall('recordDiscardScan');

/** For so long a page that was looked at is shown again without the server, ms [choice]. */
const PAGE_KEPT = 5 * MINUTE;

/** One page of a scan as a picture. What a digest stands for never changes. */
export const scanPageOptions = (asked: Input<'recordScanPage'>) =>
  queryOptions({
    queryKey: ['scan-page', asked],
    queryFn: ({ signal }) => apiFile('recordScanPage', asked, { signal }),
    // Without a network it fails at once, and is asked again with it.
    networkMode: 'always',
    refetchOnReconnect: true,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: PAGE_KEPT,
  });
