import { createServer } from 'node:net';
import type { Environment } from './environment.ts';
import { checkSealP12 } from './outside/seal/keys.ts';
import { checkSecretKeys } from './outside/secret-box.ts';
import { WrongSetting } from './settings.ts';

type ListenAddress = Pick<Environment, 'port' | 'host'>;

/**
 * Tries what a start needs only at its end, its port and the keys that it was given, before it makes anything. Keys that open and are not fit
 * for sealing stop no start: forms are signed meanwhile, and wait to be sealed.
 *
 * @throws WrongSetting, SecretKeysRefused or SealKeysRefused, each with one sentence
 */
export async function preflight({ port, host, secretKeys, sealP12 }: Environment): Promise<void> {
  if (secretKeys !== undefined) checkSecretKeys(secretKeys);
  if (sealP12 !== undefined) await checkSealP12(sealP12);
  await tryPort({ port, host });
}

function tryPort({ port, host }: ListenAddress): Promise<void> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', (error) => reject(portRefused(error, { port, host })));
    probe.listen({ port, host }, () => probe.close(() => resolve()));
  });
}

/** Why a port cannot be had, as a sentence; an error of another kind stays as it is. */
export function portRefused(error: unknown, { port, host }: ListenAddress): unknown {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  switch (code) {
    case 'EADDRINUSE':
      return new WrongSetting(`PORT ${port} on HOST ${host} is in use: stop the other program, or choose another PORT.`);
    case 'EACCES':
      return new WrongSetting(`PORT ${port} may not be opened by this account: choose one from 1024 on.`);
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return new WrongSetting(
        `HOST ${host} is no address of this machine: 127.0.0.1 is itself alone, 0.0.0.0 all of its addresses.`,
      );
    default:
      return error;
  }
}
