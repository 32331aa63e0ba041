import type { HostileScan } from './hostile-scan.ts';
import { buildPdf, deflated, packPdf, streamObject, updatePdf } from './build-pdf.ts';

const ACTIONS = {
  script: '<< /S /JavaScript /JS (app.alert(1)) >>',
  'escaped script': '<< /S /J#61v#61Script /#4aS (app.alert(1)) >>',
  'script in a stream': '<< /S /JavaScript /JS 20 0 R >>',
  'script of which the name is an object': '<< /S 21 0 R >>',
  'script beside a good action': '<< /S /GoTo /S /JavaScript /D [3 0 R /Fit] >>',
  launch: '<< /S /Launch /F (cmd.exe) >>',
  'form sent': '<< /S /SubmitForm /F (https://example.org/) >>',
  'data read': '<< /S /ImportData /F (data.fdf) >>',
  'other file': '<< /S /GoToR /F (other.pdf) /D [0 /Fit] >>',
  'attached file': '<< /S /GoToE /T << /R /C /N (other.pdf) >> >>',
  'address with a script': '<< /S /URI /URI (javascript:alert\\(1\\)) >>',
  'address of a file': '<< /S /URI /URI <66696c653a2f2f2f6574632f706173737764> >>',
  film: '<< /S /Rendition /OP 0 >>',
  sound: '<< /S /Sound /Sound 20 0 R >>',
} as const;

const OBJECTS = { 20: streamObject('', 'app.alert(1)') };
/** Objects beside an action: the name is there only where an action refers to it, for it is refused by itself. */
const objectsOf = (action: string) => (action.includes('21 0 R') ? { ...OBJECTS, 21: '/JavaScript' } : OBJECTS);
const annotation = (entries: string) => `/Annots [<< /Type /Annot /Subtype /Link /Rect [0 0 9 9] ${entries} >>]`;

const PLACES: Record<string, (action: string) => Buffer> = {
  'on opening': (action) => buildPdf({ catalog: `/OpenAction ${action}`, objects: objectsOf(action) }),
  'in an annotation': (action) => buildPdf({ page: annotation(`/A ${action}`), objects: objectsOf(action) }),
  'after a good action': (action) =>
    buildPdf({ page: annotation(`/A << /S /GoTo /D [3 0 R /Fit] /Next [${action}] >>`), objects: objectsOf(action) }),
  'in an object stream': (action) => packPdf({ page: annotation('/A 22 0 R'), objects: { ...objectsOf(action), 22: action } }),
  'in a later revision': (action) =>
    updatePdf(buildPdf({ page: annotation('/A 22 0 R'), objects: { ...objectsOf(action), 22: '<< >>' } }), { 22: action }),
};

const script = ACTIONS.script;
const file = '<< /Type /Filespec /F (a.exe) /EF << /F 20 0 R >> >>';

const OTHERS: Record<string, () => Buffer> = {
  'script in the names of the document': () => buildPdf({ catalog: `/Names << /JavaScript << /Names [(a) ${script}] >> >>` }),
  'script when the document closes': () => buildPdf({ catalog: `/AA << /WC ${script} >>` }),
  'script when a page opens': () => buildPdf({ page: `/AA << /O ${script} >>` }),
  'script of a field': () => buildPdf({ page: annotation(`/FT /Tx /AA << /K ${script} >>`) }),
  'script in an outline': () =>
    buildPdf({
      catalog: '/Outlines 5 0 R',
      objects: { 5: '<< /First 6 0 R >>', 6: `<< /Title (a) /Parent 5 0 R /A ${script} >>` },
    }),
  'script that nothing refers to': () => buildPdf({ objects: { 30: script } }),
  'script within the bytes of a stream': () => buildPdf({ objects: { 4: streamObject('', `\n30 0 obj\n${script}\nendobj\n`) } }),
  'script in an object stream of no type': () => buildPdf({ objects: { 30: deflated('/N 1 /First 5', `31 0 ${script}`) } }),
  'address on opening': () => buildPdf({ catalog: '/OpenAction << /S /URI /URI (https://example.org/) >>' }),
  'attached file in the names': () =>
    buildPdf({ catalog: `/Names << /EmbeddedFiles << /Names [(a) ${file}] >> >>`, objects: OBJECTS }),
  'file attached to an annotation': () =>
    buildPdf({ page: `/Annots [<< /Type /Annot /Subtype /FileAttachment /Rect [0 0 9 9] /FS ${file} >>]`, objects: OBJECTS }),
  'attached file of the document': () => buildPdf({ catalog: `/AF [${file}]`, objects: OBJECTS }),
  'attached stream': () => buildPdf({ objects: { 20: deflated('/Type /EmbeddedFile', 'MZ') } }),
  portfolio: () => buildPdf({ catalog: '/Collection << /View /D >>' }),
  'XFA form': () => buildPdf({ catalog: '/AcroForm << /Fields [] /XFA 20 0 R >>', objects: OBJECTS }),
  'XFA form in parts': () => packPdf({ catalog: '/AcroForm << /Fields [] /X#46A [(config) 20 0 R] >>', objects: OBJECTS }),
  'content in another file': () => buildPdf({ objects: { 4: streamObject('/F (other.txt)', '') } }),
  ...Object.fromEntries(
    ['FileAttachment', 'RichMedia', '3D', 'Screen', 'Movie', 'Sound'].map((type) => [
      `annotation ${type}`,
      () => buildPdf({ page: `/Annots [<< /Type /Annot /Subtype /${type} /Rect [0 0 9 9] >>]` }),
    ]),
  ),
};

/** PDFs that do something. */
export const HOSTILE_ACTIONS: readonly HostileScan[] = [
  ...Object.entries(PLACES).flatMap(([place, build]) =>
    Object.entries(ACTIONS).map(([name, action]): HostileScan => [`${name} ${place}`, 'ACTIVE_CONTENT', () => [build(action)]]),
  ),
  ...Object.entries(OTHERS).map(([name, build]): HostileScan => [name, 'ACTIVE_CONTENT', () => [build()]]),
];
