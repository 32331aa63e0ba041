import { procedureInWords, type ConsentProcedure } from '#domain/consents/consent.ts';
import type { StatementTexts } from './meaning-texts.ts';

const COULD_ASK = 'Cefais gyfle i ofyn cwestiynau.';
const WAS_INFORMED = `Dywedwyd wrthyf pam, beth all fynd o’i le a beth arall y gellir ei wneud, hefyd dim triniaeth. ${COULD_ASK} Gallaf newid fy meddwl.`;
const WAS_INFORMED_FIRST =
  'Dywedwyd wrthyf beth yw ei ddiben, beth all fynd o’i le, a beth arall y gellir ei wneud, gan gynnwys dim triniaeth.';
const MIND = 'Gallaf newid fy meddwl unrhyw bryd.';

/** By the English words. */
const HOW: Readonly<Record<string, string>> = {
  'in person': 'wyneb yn wyneb',
  'by telephone': 'dros y ffôn',
  'by video': 'dros fideo',
  'in British Sign Language': 'mewn Iaith Arwyddion Prydain',
};
const POWERS: Readonly<Record<string, string>> = {
  'lasting power of attorney': 'atwrneiaeth arhosol',
  'court-appointed deputy': 'dirprwy a benodwyd gan y llys',
};

type Procedures = readonly Pick<ConsentProcedure, 'procedureName' | 'side' | 'site'>[];

// The English names of the form's procedures; pages mark them as English.
const named = (procedures: Procedures) => procedures.map(procedureInWords).join('; ');

/** The meanings of the statements, which are signed in English. */
export const welshStatements: StatementTexts = {
  ofFirstShape: (role, { procedures, patientName: name, interpreting: { interpreter } }) => {
    const what = named(procedures);
    switch (role) {
      case 'PATIENT':
        return `Rwy’n cytuno i gael: ${what}. ${WAS_INFORMED_FIRST} ${COULD_ASK} ${MIND}`;
      case 'PARENT':
        return `Mae gen i gyfrifoldeb rhiant dros ${name}. Rwy’n cytuno bod ${name} yn cael: ${what}. ${WAS_INFORMED_FIRST} ${MIND}`;
      case 'CHILD':
        return `Rwy’n cytuno i gael: ${what}. ${COULD_ASK} ${MIND}`;
      case 'INTERPRETER':
        return `Rwyf wedi cyfieithu’r hyn a ddywedwyd ac a ysgrifennwyd am: ${what}, i ${name}${interpreter === null ? '' : ` (${interpreter.language})`}, hyd eithaf fy ngallu ac mewn ffordd yr wyf yn credu y cafodd ei deall.`;
      case 'SECOND_OPINION':
        return `Rwyf wedi rhoi ail farn ar: ${what}, ar gyfer ${name}.`;
      case 'CONSULTEE':
        return `Gofynnwyd i mi beth fyddai orau i ${name} ynghylch: ${what}.`;
      case 'WITNESS':
      case 'CLINICIAN':
      case 'CONFIRMER':
        return '';
    }
  },
  ofSecondShape: (role, words) => {
    const { procedures, patientName: name, interpreted, isChildsChoice, power } = words;
    const what = named(procedures);
    switch (role) {
      case 'PATIENT':
        return `Rwy’n cytuno i gael: ${what}. ${WAS_INFORMED_FIRST} ${COULD_ASK} ${MIND}`;
      case 'PARENT':
        return `Mae’r gyfraith yn gadael i mi benderfynu dros ${name} (cyfrifoldeb rhiant). Rwy’n cytuno bod ${name} yn cael: ${what}. ${WAS_INFORMED}`;
      case 'CHILD':
        return isChildsChoice
          ? `Rwy’n cytuno i gael: ${what}. ${WAS_INFORMED}`
          : `Rwy’n gwybod beth fydd yn cael ei wneud: ${what}. Rwy’n dweud ie. Gallaf newid fy meddwl.`;
      case 'CONSULTEE':
        return power === null
          ? `Gofynnwyd i mi beth fyddai ${name} ei eisiau a beth sydd orau, am: ${what}. Nid wyf yn rhoi cydsyniad. Y clinigydd sy’n penderfynu.`
          : `Mae’r gyfraith yn gadael i mi benderfynu dros ${name} (${POWERS[power] ?? power}). Rwy’n cytuno i: ${what}. Rwy’n credu mai hyn sydd orau i ${name}.`;
      case 'SECOND_OPINION':
        return `Rwyf wedi edrych ar hyn fy hun. Rwy’n cytuno mai ${what} sydd orau i ${name}.`;
      case 'INTERPRETER':
        return interpreted === null
          ? ''
          : `Cyfieithais y sgwrs am: ${what}, ${HOW[interpreted.how] ?? interpreted.how} (${interpreted.language}), cystal ag y gallaf. Rwy’n meddwl iddi gael ei deall. Nid fi sy’n penderfynu.`;
      case 'WITNESS':
      case 'CLINICIAN':
      case 'CONFIRMER':
        return '';
    }
  },
  ofWitness: (signer, method) =>
    `Roeddwn i yno pan atebodd ${signer}. ${method === 'MARK_WITNESSED' ? 'Gwelais y marc.' : 'Clywais y geiriau.'}`,
};
