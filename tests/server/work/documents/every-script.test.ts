import { afterAll, expect, test } from 'vitest';
import { OTHER_SCRIPT, unshowable } from '#domain/values/printable.ts';
import { aPatient, handOver, inked, sent, signIn, typed } from '#tests/support/forms/builders.ts';
import { ANSWERED_CHOICES } from '#tests/support/forms/answered-choices.ts';
import { printFigure } from '#tests/support/checks/figures.ts';
import { isFull } from '#tests/support/checks/full.ts';
import { SCRIPT_NAMES, WITHOUT_FONT } from '#tests/support/people/script-names.ts';
import { useTestApp } from '#tests/support/server/use-test-app.ts';
import { attachmentOf, onPdf, textOf } from '#tests/server/outside/pdf/pdf-tools.ts';

const app = useTestApp();

const signed: string[] = [];
afterAll(() => printFigure(`names of scripts that are signed and sealed: ${signed.length} (${signed.join(', ')})`));

test.each(Object.keys(SCRIPT_NAMES).filter((script, at) => isFull || at % 4 === 2 || WITHOUT_FONT.includes(script)))(
  'nobody is refused for a letter: name, words, question, comment and witness in %s are signed, sealed, and in the attached record',
  async (script) => {
    const staff = await signIn(app);
    const name = SCRIPT_NAMES[script] ?? '';
    const nameInLatin = WITHOUT_FONT.includes(script) ? `Latin Of-${script.slice(0, 4)}` : '';
    const patient = aPatient({ firstName: name, lastName: `Demo ${name}`, nameInLatin });
    const { id } = (await staff.call('patientCreate', patient)).data.patient;
    const version = await sent(staff, { patientID: id, mattersToMe: `Garden ${name}`, additionalChoices: ANSWERED_CHOICES });
    const tablet = await handOver(app, staff, version);
    const { consentID } = version;
    const asked = (await tablet.call('recordQuestion', { consentID, text: `Why ${name}?` })).data;
    await staff.call('recordAnswer', { id: asked.id, answer: `So ${name}.` });
    const witness = {
      name: `Wit ${name}`,
      role: `Nurse ${name}`,
      adult: true,
      method: 'TYPED' as const,
      typedName: `Wit ${name}`,
    };
    const words = { comments: `Thanks ${name}`, name: `Signed ${name}`, nameConfirmed: true };
    await tablet.call('recordSign', inked(tablet.details, { ...words, method: 'MARK_WITNESSED', witness }));
    await staff.call('recordSign', typed(version));
    await app.doJobs();

    const file = await staff.download(consentID);
    const written = attachmentOf(file, 'content.json');
    for (const words of ['Garden', 'Thanks', 'Signed', 'Wit', 'Demo', 'Nurse'])
      expect(written, words).toContain(JSON.stringify(`${words} ${name}`.normalize('NFC')).slice(1, -1));
    for (const words of [`Why ${name}?`, `So ${name}.`]) expect(written).toContain(words.normalize('NFC'));
    if (WITHOUT_FONT.includes(script)) {
      expect(unshowable(name)).not.toEqual([]);
      expect(textOf(file)).toContain(`Thanks ${OTHER_SCRIPT}`);
      expect(textOf(file), 'the name in the head of the form').toContain(nameInLatin.toUpperCase());
    } else {
      expect(unshowable(name)).toEqual([]);
      expect(textOf(file)).not.toContain('another script');
    }
    expect(onPdf(file, 'qpdf', '--check', 'FILE')).toContain('No syntax or stream encoding errors found');
    signed.push(script);
  },
);
