import type { MailSender, MailWords } from './texts.ts';

/** To those who look into safety problems; `number` names the report, `canRead`: whether the address is that of an account which reads it. */
export type SafetyMail = { kind: 'SAFETY_REPORT'; number: string; isHarm: boolean; isAgain: boolean; canRead: boolean };

/** That there is a report, and nothing that it says: others may read the mail. */
export function safetyMailWords(
  { number, isHarm, isAgain, canRead }: SafetyMail,
  { publicOrigin, productName }: MailSender,
): MailWords {
  const harm = isHarm ? ' Somebody was harmed.' : '';
  return {
    subject: isAgain ? `nobody has seen safety report ${number}` : `a safety problem was reported, ${number}`,
    pieces: [
      isAgain
        ? `Safety report ${number} came an hour ago, and nobody has looked at it.${harm}`
        : `Somebody reported a safety problem: ${number}.${harm}`,
      ...(canRead
        ? [{ link: `${publicOrigin}/status` }, `This email does not say what happened. Sign in to ${productName} to read it.`]
        : [
            `This email does not say what happened, and you cannot read it in ${productName} with this address. Ask somebody who manages your organisation there: they find ${number} on the page “Status”.`,
          ]),
    ],
  };
}
