import { contactWords } from '#domain/organisation/contact-words.ts';
import type { FormTexts } from './form-texts.ts';
import { haltTexts } from './halt-texts.ts';
import type { Texts, Widened } from './texts.ts';
import { withChanges } from './with-changes.ts';

/** The words of a visit by a link in the place of those about a tablet; equal texts have equal answers. */
export type HomeWords = { readonly around: (texts: Texts) => Texts; readonly form: (texts: FormTexts) => FormTexts };

/** Whom to ring, in words. */
export type Contacts = { readonly organisation: string; readonly support: string };

/** Sentences of a visit by a link in English, in the place of those about a tablet. */
export function englishHome({ organisation, support }: Contacts) {
  const contact = contactWords(support);
  const ring = `Please try again. If it does not help, ${contact}.`;
  const question = `If you have a question, ${contact}.`;
  return {
    around: {
      wrongPerson: {
        h1: 'Thank you for telling us',
        lines: ['We have told the clinician that something is wrong.', question],
      },
      halted: {
        network: { h1: 'There is no network', lines: ['We cannot show your form now.', ring] },
        closed: { h1: 'We cannot show your form', lines: [ring] },
        ended: { h1: 'This page has ended', lines: [`Ask ${organisation} for a new one.`] },
        insecure: { h1: 'We cannot show your form here', lines: ['This browser has no safe link to the hospital.'] },
        failed: { h1: 'Something went wrong', lines: [ring] },
      },
    },
    form: {
      plan: { check: 'If this is not what was talked about, choose “Stop here” and tell us before you sign.' },
      question: {
        offline: 'There is no network, so we cannot send your question. Please try again.',
        silence: `No answer came, so your question may not have been sent. Try again, or ${contact}.`,
        waiting: 'We have your question',
        waitingNext: 'Come back with the same link to read the answer. You can also go back and read again.',
      },
      check: { talk: `You want to talk about something. Ask a question, or ${contact} before you sign.` },
      stop: {
        tablet: 'You can also close this page. Come back with the same link: your page and your words are still here.',
      },
    },
    replaced: { h1: 'There is a newer form', lines: ['This form does not count any more.', question] },
    outdated: { h1: 'Load this page again', lines: ['This form is newer than the page that you have open.'] },
  } as const;
}

export type HomeTexts = (contacts: Contacts) => Widened<ReturnType<typeof englishHome>>;

/** The words of a visit by a link: nobody has a tablet to give back, and no clinician is there. */
export function homeWords(contacts: Contacts, texts: HomeTexts = englishHome): HomeWords {
  const own = texts(contacts);
  return {
    around: once((around: Texts) => withChanges(around, own.around)),
    form: once((form: FormTexts) => withChanges(form, own.form)),
  };
}

type HaltPage = { readonly h1: string; readonly lines: readonly string[] };

/** Words in the place of those of a form that is shown on no tablet. */
export function homeHalt(page: HaltPage, contacts: Contacts, texts: HomeTexts = englishHome): HaltPage {
  const { replaced, outdated } = texts(contacts);
  return page.h1 === haltTexts.replaced.h1 ? replaced : outdated;
}

/** Remembers the answer to each text: pages tell by it whether their words have changed. */
function once<T extends object>(change: (texts: T) => T): (texts: T) => T {
  const changed = new WeakMap<T, T>();
  return (texts) => {
    const known = changed.get(texts) ?? change(texts);
    changed.set(texts, known);
    return known;
  };
}
