let isReadSo = false;

/** Somebody goes on with pages whose words the browser has translated: it is recorded with what they sign, until the page is left. */
export function acceptMachineTranslation(): void {
  isReadSo = true;
}

/** The evidence of a signature on pages that the browser had translated. */
export function machineTranslation(): { machineTranslated: true } | undefined {
  return isReadSo ? { machineTranslated: true } : undefined;
}
