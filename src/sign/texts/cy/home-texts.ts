import { welshContact } from './contact-words.ts';
import type { HomeTexts } from '#src/sign/texts/home-texts.ts';

/** Sentences of a visit by a link, in the place of those about a tablet. */
export const welshHome: HomeTexts = ({ organisation, support }) => {
  const ring = `Rhowch gynnig arall arni. Os nad yw’n helpu, ${welshContact(support)}.`;
  const question = `Os oes gennych gwestiwn, ${welshContact(support)}.`;
  return {
    around: {
      wrongPerson: {
        h1: 'Diolch am ddweud wrthym',
        lines: ['Rydyn ni wedi dweud wrth y clinigydd fod rhywbeth o’i le.', question],
      },
      halted: {
        network: { h1: 'Does dim rhwydwaith', lines: ['Allwn ni ddim dangos eich ffurflen nawr.', ring] },
        closed: { h1: 'Allwn ni ddim dangos eich ffurflen', lines: [ring] },
        ended: { h1: 'Mae’r dudalen hon wedi dod i ben', lines: [`Gofynnwch i ${organisation} am un newydd.`] },
        insecure: {
          h1: 'Allwn ni ddim dangos eich ffurflen yma',
          lines: ['Does gan y porwr hwn ddim cyswllt diogel â’r ysbyty.'],
        },
        failed: { h1: 'Aeth rhywbeth o’i le', lines: [ring] },
      },
    },
    form: {
      plan: { check: 'Os nad dyma’r hyn y buoch yn siarad amdano, dewiswch “Stopio yma” a dywedwch wrthym cyn llofnodi.' },
      question: {
        offline: 'Does dim rhwydwaith, felly allwn ni ddim anfon eich cwestiwn. Rhowch gynnig arall arni.',
        silence: `Ni ddaeth ateb, felly efallai na chafodd eich cwestiwn ei anfon. Rhowch gynnig arall arni, neu ${welshContact(support)}.`,
        waiting: 'Mae eich cwestiwn gennym',
        waitingNext: 'Dewch yn ôl gyda’r un ddolen i ddarllen yr ateb. Gallwch hefyd fynd yn ôl a darllen eto.',
      },
      check: { talk: `Rydych chi eisiau siarad am rywbeth. Gofynnwch gwestiwn, neu ${welshContact(support)} cyn llofnodi.` },
      stop: {
        tablet: 'Gallwch hefyd gau’r dudalen hon. Dewch yn ôl gyda’r un ddolen: mae eich tudalen a’ch geiriau yma o hyd.',
      },
    },
    replaced: { h1: 'Mae ffurflen newydd', lines: ['Nid yw’r ffurflen hon yn cyfrif mwyach.', question] },
    outdated: {
      h1: 'Llwythwch y dudalen hon eto',
      lines: ['Mae’r ffurflen hon yn fwy newydd na’r dudalen sydd ar agor gennych.'],
    },
  };
};
