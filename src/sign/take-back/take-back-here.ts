import { comeBackHere } from './come-back.ts';
import { takeBackTexts } from './texts.ts';

type Given = { readonly userHash: string; readonly password: string; readonly recordID: string | undefined };

/** Why the password took nothing back. `tooOld`: no password does any more without the network. */
type NotTaken = { readonly kind: 'wrong' | 'wait' | 'tooOld'; readonly message: string };

/**
 * Takes the tablet back where the server cannot be asked: the password opens the vault of whoever gave the tablet away.
 *
 * @returns null once the staff screens are on their way
 */
export async function takeBackHere({ userHash, password, recordID }: Given): Promise<NotTaken | null> {
  const { unlock } = takeBackTexts;
  const { openHere } = await import('./open-here.ts');
  const opened = await openHere(userHash, password);
  switch (opened.kind) {
    case 'open':
      await comeBackHere(opened.vault, recordID);
      return null;
    case 'wrong':
      return { kind: 'wrong', message: unlock.wrongHere };
    case 'wait':
      return { kind: 'wait', message: unlock.wait(Math.ceil(opened.ms / 1000)) };
    case 'tooOld':
      return { kind: 'tooOld', message: unlock.tooOld };
  }
}
