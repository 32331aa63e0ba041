import type { HaltTexts } from '#src/sign/texts/halt-texts.ts';

/** Words of a form that cannot be shown on this tablet, or does not count any more. */
export const welshHalt: HaltTexts = {
  outdated: {
    h1: 'Diweddarwch y dabled hon',
    lines: [
      'Mae’r ffurflen hon yn fwy newydd na’r ap ar y dabled hon, felly allwn ni ddim ei dangos.',
      'Rhowch y dabled yn ôl i’r clinigydd.',
    ],
  },
  replaced: {
    h1: 'Mae ffurflen newydd',
    lines: ['Nid yw’r ffurflen hon yn cyfrif mwyach.', 'Rhowch y dabled yn ôl i’r clinigydd.'],
  },
};
