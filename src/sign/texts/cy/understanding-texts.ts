import type { UnderstandingTexts } from '#src/sign/texts/understanding-texts.ts';

export const welshUnderstanding: UnderstandingTexts = {
  progress: (at, of) => `Cwestiwn ${at} o ${of}`,
  lead: 'Mae hyn yn helpu eich clinigydd i weld a oedd popeth yn glir. Gallwch fynd ymlaen heb ateb.',
  skip: 'Byddai’n well gen i beidio ag ateb',
  again: {
    h1: 'Gadewch i ni edrych ar hyn eto',
    lead: 'Mae’r dudalen nesaf yn dweud mwy wrthych am y cwestiwn hwn. Wedyn byddwn yn gofyn i chi unwaith eto.',
    show: 'Dangos y dudalen i mi',
    leave: 'Mynd ymlaen heb y cwestiwn hwn',
  },
  done: {
    h1: 'Diolch',
    lead: 'Does dim mwy o’r cwestiynau hyn.',
    talk: 'Os hoffech, siaradwch am hyn gyda’ch clinigydd:',
  },
};
