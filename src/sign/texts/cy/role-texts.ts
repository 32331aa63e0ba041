import type { RoleTexts } from '#src/sign/texts/role-texts.ts';

/** Sentences of the pages that only some signers see, or that only some forms have. */
export const welshRole: RoleTexts = {
  identity: {
    title: 'Ai chi yw hwn?',
    h1: (name) => `Ai chi yw ${name}?`,
    child: 'Rydyn ni’n gofyn i chi am y plentyn hwn:',
    patient: 'Rydyn ni’n gofyn i chi am y claf hwn:',
    yes: 'Ie, fi yw hwn',
    yesAll: 'Ie, mae hyn i gyd yn gywir',
    no: 'Na, mae rhywbeth o’i le',
  },
  interpreting: {
    h1: 'Ydy hyn yn gywir?',
    lead: 'Dyma sut y cafodd y sgwrs ei chyfieithu.',
    language: 'Iaith',
    mode: 'Sut',
    for: 'I bwy',
    statement: 'Eich geiriau chi',
    yes: 'Ydy, mae hyn yn gywir',
    no: 'Na, mae rhywbeth o’i le',
    forWhom: { PATIENT: 'Y claf', PARENT: 'Y rhieni', BOTH: 'Y claf a’r rhieni' },
    modes: { IN_PERSON: 'Wyneb yn wyneb', PHONE: 'Dros y ffôn', VIDEO: 'Dros fideo', BSL: 'Mewn Iaith Arwyddion Prydain' },
  },
  facts: {
    family: 'Pwy sy’n penderfynu',
    familyLead: 'Dyma beth mae’r ffurflen yn ei ddweud am y teulu. Os nad yw’n gywir, dewiswch “Stopio yma”.',
    capacity: 'Beth mae’r ffurflen yn ei ddweud',
    capacityLead: 'Dyma pam mae’r clinigydd yn meddwl mai hyn sydd orau i’r claf. Os nad yw’n gywir, dewiswch “Stopio yma”.',
    parentLead:
      'Mae’r clinigydd yn meddwl na all y person ifanc benderfynu am hyn nawr. Felly rhiant sy’n penderfynu. Yma gallwch ddarllen pam. Os nad yw’n gywir, dewiswch “Stopio yma”.',
    courtLead:
      'Mae’r clinigydd yn meddwl na all y person ifanc benderfynu am hyn nawr. Felly mae llys wedi penderfynu. Yma gallwch ddarllen pam. Os nad yw’n gywir, dewiswch “Stopio yma”.',
  },
  changed: {
    h1: 'Beth sydd wedi newid ers y ffurflen o’r blaen',
    lead: 'Roedd ffurflen cyn hon. Dyma beth sy’n newydd.',
    none: 'Mae’r cynllun yr un fath ag o’r blaen.',
    ADDED: 'Newydd',
    REMOVED: 'Wedi’i adael allan',
    CHANGED: 'Wedi newid',
  },
};
