import { languageAttributes, OWN_NAMES, PAGE_LANGUAGES, type PageLanguage } from '#domain/values/patient-languages.ts';
import { acceptMachineTranslation } from '#src/sign/machine-translation.ts';
import { STOP_TEXTS } from './stop-texts.ts';

/**
 * Stands in the place of the signer's page until the translation is off, a language of ours is chosen, or the signer goes on with it.
 * Made without React: a translator has taken the page's words out of its hands.
 */
export function showTranslationStop(language: PageLanguage): void {
  const { h1, off, offOrChoose, goesOn, languages, reload, goOn } = STOP_TEXTS[language];
  const group = languageGroup(languages);
  const root = document.querySelector<HTMLElement>('#root');
  const show = (display: 'none' | '') => root?.style.setProperty('display', display);
  const stop = make('main', { className: 'page end', ...languageAttributes(language) });
  const heading = make('h1', { textContent: h1, tabIndex: -1 });
  const body = make('div', { className: 'page-body' });
  const lines = [group.length > 0 ? offOrChoose : off, goesOn];
  body.append(heading, ...lines.map((textContent) => make('p', { textContent })), ...group);
  const actions = make('div', { className: 'actions' });
  const goOnSo = () => {
    acceptMachineTranslation();
    stop.remove();
    show('');
    root?.querySelector<HTMLElement>('h1')?.focus();
  };
  actions.append(
    button(reload, 'button primary', () => location.reload()),
    button(goOn, 'button', goOnSo),
  );
  stop.append(body, actions);
  show('none');
  document.body.append(stop);
  heading.focus();
}

/** The languages that this page offers; the choice is stored by the page's own button, and shown by the page that is loaded anew. */
function languageGroup(label: string): HTMLElement[] {
  const offered = [...document.querySelectorAll<HTMLButtonElement>('#root .languages button')].map((own) => {
    const choose = () => {
      own.click();
      location.reload();
    };
    // By its own name again: the words of the page's button may be translated.
    const language = PAGE_LANGUAGES.find((each) => languageAttributes(each).lang === own.lang) ?? 'en';
    return Object.assign(button(OWN_NAMES[language], 'button', choose), languageAttributes(language));
  });
  if (offered.length === 0) return [];
  const group = make('div', { className: 'languages' });
  group.setAttribute('role', 'group');
  group.setAttribute('aria-label', label);
  group.append(...offered);
  return [group];
}

function button(words: string, className: string, onClick: () => void): HTMLButtonElement {
  const made = make('button', { type: 'button', className, textContent: words });
  made.addEventListener('click', onClick);
  return made;
}

function make<K extends keyof HTMLElementTagNameMap>(
  name: K,
  parts: Partial<HTMLElementTagNameMap[K]>,
): HTMLElementTagNameMap[K] {
  return Object.assign(document.createElement(name), parts);
}
