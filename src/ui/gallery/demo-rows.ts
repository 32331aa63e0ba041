import type { Href } from '#src/ui/href.ts';
import type { Tone } from '#src/ui/theme/tone.ts';

/** Marks a plain address as checked: the gallery shows links without the app that they would lead into. */
export const demoHref = (address: string) => address as Href;

export type DemoRow = {
  readonly id: string;
  readonly name: string;
  readonly number: string;
  readonly born: string;
  readonly age: string;
  readonly procedure: string;
  readonly side?: string;
  readonly place: string;
  readonly state: string;
  readonly tone: Tone;
};

/** Plainly made-up patients, with the names that are hard: long, with an apostrophe, in three scripts. */
export const demoRows: readonly DemoRow[] = [
  {
    id: 'P-000412',
    name: 'DEMO-ROWAN, Amber',
    number: 'NHS 999 000 0018 · P-000412',
    born: '14 Mar 1950',
    age: '76 years',
    procedure: 'Cataract surgery with lens implant',
    side: 'RIGHT eye',
    place: 'Theatre 2 · 09:30',
    state: 'Signed and sealed',
    tone: 'ok',
  },
  {
    id: 'P-000398',
    name: 'DEMO-AL-AMIN, Sami',
    number: 'NHS 999 000 0026 · P-000398',
    born: '2 Jan 2012',
    age: '14 years',
    procedure: 'Tonsillectomy',
    place: 'Theatre 1 · 10:15',
    state: 'Parent to sign',
    tone: 'warn',
  },
  {
    id: 'P-000377',
    name: 'DEMO-O’NEILL, Ciara',
    number: 'NHS 999 000 0034 · P-000377',
    born: '21 Jul 1988',
    age: '38 years',
    procedure: 'Laparoscopic cholecystectomy',
    place: 'Theatre 3 · 11:00',
    state: 'Withdrawn 08:12',
    tone: 'stop',
  },
  {
    id: 'P-000405',
    name: 'DEMO-NOWAK, Zofia',
    number: 'NHS 999 000 0042 · P-000405',
    born: '9 Sep 1941',
    age: '85 years',
    procedure: 'Total hip replacement',
    side: 'LEFT hip',
    place: 'Theatre 2 · 13:00',
    state: 'Saved on this tablet',
    tone: 'info',
  },
  {
    id: 'P-000409',
    name: 'DEMO-BEGUM, রহিমা',
    number: 'No NHS number · P-000409',
    born: '5 May 1990',
    age: '36 years',
    procedure: 'Planned caesarean birth',
    place: 'Obstetrics · 15:00',
    state: 'Draft, step 3 of 6',
    tone: 'plain',
  },
];
