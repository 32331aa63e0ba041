import type { ResourceTexts } from '#src/sign/texts/resource-texts.ts';
import { apart } from '#domain/values/apart.ts';

export const arabicResources: ResourceTexts = {
  title: 'نشرات ومقاطع فيديو',
  lead: 'هذه على مواقع أخرى. لا تحتاج إليها لكي تتابع.',
  kinds: { LEAFLET: 'نشرة', VIDEO: 'فيديو', PICTURE: 'صورة' },
  opens: (host) => `يفتح ${apart(host)} في صفحة جديدة`,
  code: 'رمز لهاتفك',
  hide: 'إخفاء الرمز',
  scan: 'وجّه كاميرا هاتفك إلى الرمز. لا يُفتح شيء على هذا الجهاز.',
};
