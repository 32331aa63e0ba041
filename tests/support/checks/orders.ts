import type { Floors } from './floors.ts';

/** The folders of each room, and of folders with an order of their own, the lowest first: a file imports from its own and from lower ones. */
export const ORDERS: Readonly<Record<string, Floors>> = {
  domain: words(
    'base values organisation safety accounts forms templates library family capacity patients consents cases notifications referrals signing experience',
    'meanings documents imports theatre integrity packs exports audit',
  ),
  contract: words('engine shapes safety messages experience packs * calls openapi'),
  store: words('env crypto db vault session entities outbox sync views'),
  server: words(
    'settings sha256 data api-error outside deps http policies work help routes seed environment preflight start-work welcome app main',
  ),
  'server/data': words(
    '* tables db integrity accounts cases sync jobs live consents migrations patients open referrals audit documents imports library',
    'retention backup summaries signing notifications safety experience theatre packs',
  ),
  'server/work': words(
    '* cases integrity library mail messages status links accounts safety backup organisation retention consents signing fhir patients referrals sync',
    'documents paper theatre imports exports audit own-page experience deliveries notifications packs',
  ),
  src: words(
    '* qr rich-text signature styles device ui session public-pages offline live sign notices auth queries results safety tablet editing screens routes',
    'router app entry main',
  ),
  'src/ui': words('* theme fields layout clinical gallery Gallery'),
  'src/queries': words('client * library ready'),
  'src/sign': words('* browser-translation texts foot read-aloud offline pieces language heard pages take-back link main'),
  'src/screens/builder': words('draft parts procedure capacity family matters review desk Builder'),
};

function words(...lines: readonly string[]): Floors {
  return lines.join(' ').split(' ');
}
