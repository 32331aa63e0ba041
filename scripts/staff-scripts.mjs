/** @param {string} folder @param {string} names */
const below = (folder, names) => names.split(' ').map((name) => `${folder}/${name}/`);

/**
 * The staff app in few scripts: the places of the modules that each begins with (see scripts/places.mjs). It takes what these import as
 * well, unless a script before has it. The sign-in form comes alone; the list of cases needs the app, `home` and, once it is shown, `store`.
 *
 * @type {import('./staff-scripts.mjs').Script[]}
 */
export const STAFF_SCRIPTS = [
  { name: 'app', places: ['src/app.tsx'] },
  { name: 'home', places: ['src/screens/home/Home.tsx', 'src/screens/home/Consents.tsx'] },
  // Dexie and the vault.
  { name: 'store', places: ['src/offline/unlock.ts'] },
  {
    name: 'public',
    places: [
      ...below('src/screens', 'registration about terms verify blank-forms public-pages'),
      'src/screens/frame/HelpPanel.tsx',
    ],
  },
  {
    name: 'widgets',
    places: [
      ...below('src', 'ui notices queries session offline device auth results tablet signature'),
      'domain/',
      'contract/',
      'store/',
      'node_modules/@mantine/',
      'node_modules/@tanstack/store/',
    ],
    except: ['domain/templates/html-', 'domain/templates/template-html', 'node_modules/@mantine/charts/'],
  },
  { name: 'patients', places: below('src/screens', 'patients outbox') },
  { name: 'lists', places: below('src/screens', 'lists referrals') },
  { name: 'import', places: ['src/screens/import/'] },
  // The drawing of a QR code, fetched once a link is shown as one.
  { name: 'code', places: ['src/qr/QrCode.tsx'] },
  { name: 'cases', places: ['src/screens/cases/'] },
  { name: 'builder', places: ['src/screens/builder/'] },
  // Slate and the reader of pasted HTML, fetched once a template is edited.
  { name: 'editor', places: ['src/screens/templates/editor/'] },
  {
    name: 'administration',
    places: below('src/screens', 'people roles devices organisation security status library templates account profile'),
  },
];
