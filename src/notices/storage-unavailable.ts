import { INSECURE_WORDS, isInsecure } from '#src/device/secure-page.ts';
import { showUntilVaultOpens } from './until-vault-opens.ts';

const KEEPS_NOTHING =
  'This browser keeps nothing on this tablet. You can work while there is a network; without one nothing can be saved. Leave private browsing and allow this site to store data, or ask your IT support.';

/** Why nothing is stored, and what helps. */
export function storageUnavailableWords(): string {
  return isInsecure()
    ? `${INSECURE_WORDS} Nothing is saved on this tablet. Open the address with https, or ask your IT support.`
    : KEEPS_NOTHING;
}

/** Says that this browser stores nothing, until a vault opens after all. @param onOpen - called once then */
export function showStorageUnavailable(onOpen?: () => void): void {
  showUntilVaultOpens({ id: 'storage-unavailable', message: storageUnavailableWords(), tone: 'warn' }, onOpen);
}
