import { ARABIC } from '#domain/meanings/arabic.ts';
import { apart } from '#domain/values/apart.ts';
import type { LaterTexts } from '#src/sign/texts/later-texts.ts';

export const arabicLater: LaterTexts = {
  h1: 'نسألك مرة أخرى',
  lead: 'لقد وقّعت هذا النموذج، وتوقيعك باقٍ. بقي فيه شيء مفتوح. من فضلك أجب عنه الآن.',
  first: (answer) => `عندما وقّعت: ${apart(answer)}`,
  choose: 'اختر إجابة. يمكنك أن تقول إنك تريد التحدث عن ذلك.',
  others: 'إذا غيّرت رأيك في أي شيء آخر، فأخبر الطبيب الآن.',
  sign: {
    h1: 'وقّع إجاباتك',
    yours: 'إجاباتك',
    send: 'أوقّع إجاباتي',
    offline: 'لا توجد شبكة، لذلك لم تُرسل إجاباتك. من فضلك أعطِ الجهاز للطبيب.',
    silence: 'لم يأتِ رد، لذلك لا نعرف هل حُفظت إجاباتك. من فضلك حاول مرة أخرى.',
  },
  meaning: ARABIC.later,
};
