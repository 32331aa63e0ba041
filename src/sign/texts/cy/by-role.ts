import type { RoleChanges } from '#src/sign/texts/form-texts-by-role.ts';

/** The texts that differ from the patient's for other signers. */
export const welshRoles: RoleChanges = {
  CHILD: {
    plan: { childSaidNo: 'Dywedoch chi na wrth hyn' },
    decline: { lead: 'Gallwch ddweud na. Byddwn yn gofalu amdanoch o hyd. Byddwn yn ei ysgrifennu i lawr ac yn siarad â chi.' },
    over: {
      declined: {
        h1: 'Rydych chi wedi dweud na',
        lines: [
          'Rydyn ni wedi ysgrifennu eich bod wedi dweud na.',
          'Bydd eich clinigydd yn siarad â chi am beth sy’n digwydd nesaf.',
        ],
      },
    },
  },
  OTHERS: {
    plan: {
      lead: (clinician) => `Siaradodd ${clinician} â’r claf am hyn.`,
      interpreter: 'Pwy sy’n cyfieithu ar y pryd i’r claf',
      anaesthetic: 'Sut y byddwn yn cadw’r claf yn gyfforddus',
    },
    anaesthetic: {
      GENERAL: 'Bydd y claf yn cysgu (anesthetig cyffredinol).',
      REGIONAL: 'Bydd rhan o’r corff heb deimlad (anesthetig rhanbarthol).',
      LOCAL: 'Bydd y man heb deimlad (anesthetig lleol).',
      SEDATION: 'Bydd y claf yn dawel ac yn gysglyd (tawelydd).',
      NONE: 'Does dim angen anesthetig ar y claf.',
    },
    matters: { h1: 'Beth sy’n bwysig i’r claf?', label: 'Beth sy’n bwysig i’r claf' },
    choices: {
      h1: 'Dewisiadau eraill y claf',
      refusals: 'Gwrthodiadau’r claf',
      unanswered: 'Nid yw’r claf wedi ateb:',
    },
    risks: { personal: 'Oherwydd iechyd y claf ei hun', removed: 'Wedi’i adael allan i’r claf hwn' },
    other: { lead: 'Yn lle’r driniaeth hon gallai’r claf gael:' },
    check: { matters: 'Beth sy’n bwysig i’r claf' },
    sign: { h1: 'Llofnodwch y ffurflen hon' },
  },
  PARENT: {
    plan: { lead: (clinician) => `Siaradodd ${clinician} â chi am hyn.` },
    choices: { unanswered: 'Dydych chi ddim wedi ateb:' },
    matters: { lead: 'Dywedwch wrthym beth sy’n bwysig ym mywyd y plentyn. Mae’n ein helpu i ddewis beth sy’n iawn.' },
    decline: { lead: 'Gallwch ddweud na. Byddwn yn gofalu am y plentyn o hyd.' },
    over: {
      declined: {
        h1: 'Rydych chi wedi dweud na',
        lines: [
          'Rydyn ni wedi ysgrifennu eich bod wedi dweud na.',
          'Bydd y clinigydd yn siarad â chi am beth sy’n digwydd nesaf.',
        ],
      },
    },
  },
  ATTESTERS: {
    plan: { check: 'Os nad dyma’r hyn y buoch yn siarad amdano, dywedwch wrth y clinigydd cyn mynd ymlaen.' },
    choices: { unanswered: 'Heb ei ateb:' },
    sign: { send: 'Llofnodi' },
    decline: {
      h1: 'Dydych chi ddim yn cytuno?',
      lead: 'Gallwch ddweud hynny. Byddwn yn gofalu am y claf o hyd.',
      send: 'Dydw i ddim yn cytuno',
    },
    over: {
      signed: { h1: 'Diolch. Rydych chi wedi llofnodi.', lines: ['Does dim mwy i chi ei wneud.'] },
      declined: {
        h1: 'Dydych chi ddim yn cytuno',
        lines: ['Rydyn ni wedi ysgrifennu hyn i lawr.', 'Bydd y clinigydd yn siarad â chi am beth sy’n digwydd nesaf.'],
      },
      later: {
        h1: 'Gofynnoch chi am fwy o amser',
        lines: ['Bydd y clinigydd yn siarad â chi.', 'Gallwch lofnodi o hyd yn nes ymlaen.'],
      },
    },
  },
  INTERPRETER: {
    sign: { decline: 'Alla i ddim llofnodi', comments: 'Oes rhywbeth y dylai’r clinigydd ei wybod?' },
    stop: { lead: 'Dydych chi ddim wedi llofnodi. Gallwch ddweud na allwch lofnodi, neu fynd yn ôl a darllen ymlaen.' },
    decline: {
      h1: 'Allwch chi ddim llofnodi?',
      lead: 'Does dim rhaid i chi lofnodi. Bydd y clinigydd yn dod o hyd i ffordd arall.',
      send: 'Alla i ddim llofnodi',
    },
    over: {
      declined: { h1: 'Dywedoch chi na allwch lofnodi', lines: ['Bydd y clinigydd yn siarad â chi am hyn.'] },
    },
  },
};
