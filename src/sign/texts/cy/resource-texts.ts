import type { ResourceTexts } from '#src/sign/texts/resource-texts.ts';

export const welshResources: ResourceTexts = {
  title: 'Taflenni a fideos',
  lead: 'Mae’r rhain ar wefannau eraill. Does dim angen y rhain arnoch i fynd ymlaen.',
  kinds: { LEAFLET: 'Taflen', VIDEO: 'Fideo', PICTURE: 'Llun' },
  opens: (host) => `Yn agor ${host} mewn tudalen newydd`,
  code: 'Cod ar gyfer eich ffôn',
  hide: 'Cuddio’r cod',
  scan: 'Pwyntiwch gamera eich ffôn eich hun at y cod. Does dim yn agor ar y llechen hon.',
};
