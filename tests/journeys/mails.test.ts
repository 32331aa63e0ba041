import { expect, test, vi } from 'vitest';
import { openProfile, sharedBrowser } from '#tests/support/browser/browser.ts';
import { sideways, violations } from '#tests/support/people/access.ts';
import { shot } from '#tests/support/browser/shots.ts';
import { everyMail, MAIL_SENDER } from '#tests/support/messages/every-mail.ts';
import { mailBody } from '#server/work/mail/bodies.ts';

// Every kind of mail in every language, as a phone shows it: in light and dark, at 320 pixels, without a network.

vi.setConfig({ testTimeout: 300_000 });

test('each mail is read on a phone, in light and dark, and its text part says the same', async () => {
  const { context } = await openProfile(await sharedBrowser(), { viewport: { width: 320, height: 640 } });
  const page = await context.newPage();
  for (const [name, content] of everyMail()) {
    const { body } = mailBody(content, MAIL_SENDER);
    await page.setContent(body.html);
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      expect.soft(await violations(page, false), `${name}, ${colorScheme}`).toEqual([]);
      expect.soft(await sideways(page), `${name}: pixels beside the screen`).toBe(0);
      await shot(page, `mail-${name}-${colorScheme}`);
    }
    const shown = await page.evaluate(() => document.body.innerText);
    const plain = (text: string) =>
      text
        .replaceAll(/-{24}|\s+/g, ' ')
        .replaceAll(/ +/g, ' ')
        .trim();
    expect.soft(plain(shown), name).toBe(plain(body.text));
  }
  await context.close();
});
