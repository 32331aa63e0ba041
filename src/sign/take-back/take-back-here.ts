import type { Opened } from './come-back.ts';
import { tooManyTries } from '#src/session/too-many-tries.ts';
import { takeBackTexts } from './texts.ts';

type Given = {
  readonly userHash: string;
  readonly password: string;
  readonly onOpened: (opened: Opened) => Promise<void>;
};

/** Why the password took nothing back. `tooOld`: no password does any more without the network. */
type NotTaken = { readonly kind: 'wrong' | 'wait' | 'tooOld'; readonly message: string };

/**
 * Takes the tablet back where the server cannot be asked: the password opens the vault of whoever gave the tablet away.
 *
 * @returns null once it is open
 */
export async function takeBackHere({ userHash, password, onOpened }: Given): Promise<NotTaken | null> {
  const { unlock } = takeBackTexts;
  const [{ openAgain }, { means, thisDevice }] = await Promise.all([
    import('#store/vault/vault.ts'),
    import('#src/held/this-device.ts'),
  ]);
  const opened = await openAgain(thisDevice(), { userHash, password }, means);
  switch (opened.kind) {
    case 'open':
      await onOpened({ kind: 'vault', vault: opened.vault });
      return null;
    case 'wrong':
      return { kind: 'wrong', message: unlock.wrongHere };
    case 'wait':
      return { kind: 'wait', message: tooManyTries(opened.ms) };
    case 'tooOld':
      return { kind: 'tooOld', message: unlock.tooOld };
  }
}
