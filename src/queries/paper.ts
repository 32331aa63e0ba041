import { api } from '#src/session/api.ts';
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
