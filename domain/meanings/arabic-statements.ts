import { procedureInWords, type ConsentProcedure } from '#domain/consents/consent.ts';
import type { StatementTexts } from './meaning-texts.ts';
import { apart } from '#domain/values/apart.ts';

const WAS_INFORMED =
  'أُخبرت لماذا، وما الذي قد يسوء، وما الذي يمكن عمله غير ذلك، ومنه عدم العلاج. كان بإمكاني أن أسأل. يمكنني أن أغيّر رأيي.';
const WAS_INFORMED_FIRST = 'أُخبرت ما الفائدة منه، وما الذي قد يسوء، وما الذي يمكن عمله غير ذلك، ومنه عدم العلاج.';
const COULD_ASK = 'كانت لدي فرصة لأسأل.';
const MIND = 'يمكنني أن أغيّر رأيي في أي وقت.';

/** By the English words. */
const HOW: Readonly<Record<string, string>> = {
  'in person': 'وجهًا لوجه',
  'by telephone': 'بالهاتف',
  'by video': 'بالفيديو',
  'in British Sign Language': 'بلغة الإشارة البريطانية',
};
const POWERS: Readonly<Record<string, string>> = {
  'lasting power of attorney': 'توكيل دائم',
  'court-appointed deputy': 'نائب عيّنته المحكمة',
};

type Procedures = readonly Pick<ConsentProcedure, 'procedureName' | 'side' | 'site'>[];

// The English names of the form's procedures; pages mark them as English.
const named = (procedures: Procedures) => apart(procedures.map(procedureInWords).join('; '));

/** The meanings of the statements, which are signed in English. */
export const arabicStatements: StatementTexts = {
  ofFirstShape: (role, { procedures, patientName, interpreting: { interpreter } }) => {
    const what = named(procedures);
    const name = apart(patientName);
    switch (role) {
      case 'PATIENT':
        return `أوافق على أن يُجرى لي: ${what}. ${WAS_INFORMED_FIRST} ${COULD_ASK} ${MIND}`;
      case 'PARENT':
        return `لدي المسؤولية الأبوية عن ${name}. أوافق على أن يُجرى لـ ${name}: ${what}. ${WAS_INFORMED_FIRST} ${MIND}`;
      case 'CHILD':
        return `أوافق على أن يُجرى لي: ${what}. ${COULD_ASK} ${MIND}`;
      case 'INTERPRETER':
        return `ترجمت ما قيل وما كُتب عن: ${what}، إلى ${name}${interpreter === null ? '' : ` (${apart(interpreter.language)})`}، بأفضل ما أستطيع، وبطريقة أظن أنها فُهمت.`;
      case 'SECOND_OPINION':
        return `أعطيت رأيًا ثانيًا عن: ${what}، من أجل ${name}.`;
      case 'CONSULTEE':
        return `سُئلت عما هو الأفضل لـ ${name} في أمر: ${what}.`;
      case 'WITNESS':
      case 'CLINICIAN':
      case 'CONFIRMER':
        return '';
    }
  },
  ofSecondShape: (role, { procedures, patientName, interpreted, isChildsChoice, power }) => {
    const what = named(procedures);
    const name = apart(patientName);
    switch (role) {
      case 'PATIENT':
        return `أوافق على أن يُجرى لي: ${what}. ${WAS_INFORMED_FIRST} ${COULD_ASK} ${MIND}`;
      case 'PARENT':
        return `يسمح لي القانون بأن أقرر عن ${name} (المسؤولية الأبوية). أوافق على أن يُجرى لـ ${name}: ${what}. ${WAS_INFORMED}`;
      case 'CHILD':
        return isChildsChoice
          ? `أوافق على أن يُجرى لي: ${what}. ${WAS_INFORMED}`
          : `أعرف ماذا سيُعمل: ${what}. أقول نعم. يمكنني أن أغيّر رأيي.`;
      case 'CONSULTEE':
        return power === null
          ? `سُئلت ماذا كان ${name} سيريد وما هو الأفضل، في أمر: ${what}. أنا لا أعطي الموافقة. الطبيب هو الذي يقرر.`
          : `يسمح لي القانون بأن أقرر عن ${name} (${POWERS[power] ?? apart(power)}). أوافق على: ${what}. أظن أن هذا هو الأفضل لـ ${name}.`;
      case 'SECOND_OPINION':
        return `نظرت في هذا بنفسي. أوافق على أن ${what} هو الأفضل لـ ${name}.`;
      case 'INTERPRETER':
        return interpreted === null
          ? ''
          : `ترجمت الحديث عن: ${what}، ${HOW[interpreted.how] ?? apart(interpreted.how)} (${apart(interpreted.language)})، بأفضل ما أستطيع. أظن أنه فُهم. أنا لا أقرر.`;
      case 'WITNESS':
      case 'CLINICIAN':
      case 'CONFIRMER':
        return '';
    }
  },
  ofWitness: (signer, method) =>
    `كنت هناك عندما أجاب ${apart(signer)}. ${method === 'MARK_WITNESSED' ? 'رأيت العلامة.' : 'سمعت الكلمات.'}`,
};
