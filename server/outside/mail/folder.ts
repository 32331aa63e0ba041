import { mkdirSync } from 'node:fs';
import { rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import MailComposer from 'nodemailer/lib/mail-composer/index.js';
import { MailNotTaken, type Mail, type Mailer } from './mailer.ts';
import { messageOf, type MailFrom } from './message.ts';

/** Stores each mail as a file `<id>.eml`: for trying out, and for sites that send by other means. @param from - the sender */
export function openMailFolder(folder: string, from: MailFrom): Mailer {
  // Mails hold codes, so only the server's own account may read them.
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  return {
    kind: 'folder',
    folder,
    send: async (mail) => {
      try {
        await store(folder, mail, from);
      } catch (error) {
        throw new MailNotTaken(error instanceof Error && 'code' in error ? String(error.code) : 'UNKNOWN');
      }
    },
    close: async () => undefined,
  };
}

async function store(folder: string, mail: Mail, from: MailFrom): Promise<void> {
  const bytes = await new MailComposer(messageOf(mail, from)).compile().build();
  const file = path.join(folder, `${mail.id}.eml`);
  await writeFile(`${file}.part`, bytes, { mode: 0o600, flush: true });
  await rename(`${file}.part`, file);
}
