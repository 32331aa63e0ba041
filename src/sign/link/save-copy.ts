import type { PageConsent } from '#contract/signing.ts';
import { CallFailed, callForFile } from '#contract/engine/call.ts';
import { afterSigning } from '#contract/after-signing.ts';
import { FILE_CALL_TIMEOUT } from '#contract/engine/timeouts.ts';
import { currentTicket } from '#src/session/handover.ts';
import { clockedFetch } from '#src/sign/api.ts';

/** Saves the copy to the downloads. @returns false while it is not made yet @throws as the contract's `callForFile` */
export async function saveCopy({ consentID, status }: Pick<PageConsent, 'consentID' | 'status'>): Promise<boolean> {
  const wire = { fetch: clockedFetch, root: '/api', token: currentTicket()?.ticket ?? undefined, limitMs: FILE_CALL_TIMEOUT };
  try {
    download(
      await callForFile(afterSigning.consentDownload, { request_id: consentID }, wire),
      `${consentID}_${status === 'DECLINED' ? 'refusal' : 'consent'}.pdf`,
    );
    return true;
  } catch (failure) {
    if (failure instanceof CallFailed && failure.code === 'MOVE_REFUSED') return false;
    throw failure;
  }
}

function download(file: Blob, name: string): void {
  const url = URL.createObjectURL(file);
  const anchor = document.createElement('a');
  anchor.href = url;
  anchor.download = name;
  anchor.click();
  // Some browsers read the file a moment after the click.
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}
