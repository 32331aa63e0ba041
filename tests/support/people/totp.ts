import { generateSync } from 'otplib';

/** The six digits of an authenticator app. @param now - epoch ms */
export function appCode(secret: string, now: number): string {
  return generateSync({ secret, epoch: Math.floor(now / 1000) });
}
