import { languageAttributes, PAGE_LANGUAGES, type PageLanguage } from '#domain/values/patient-languages.ts';
import { isTranslated, MARKED_ATTRIBUTES } from './translation-marks.ts';
import { showTranslationStop } from './translation-stop.ts';
import { STOP_TEXTS } from './stop-texts.ts';

/**
 * Stops the signer when the browser translates the page although its words say not to: what is signed is not what is read then. A
 * sentence out of sight tells it also of translators that leave no other mark.
 */
export function watchTranslation(): void {
  const words = STOP_TEXTS[pageLanguage()].h1;
  const element = document.createElement('p');
  element.className = 'unseen';
  element.setAttribute('aria-hidden', 'true');
  element.textContent = words;
  Object.assign(element, languageAttributes(pageLanguage()));
  document.body.append(element);
  const observer = new MutationObserver(look);
  observer.observe(document.documentElement, {
    subtree: true,
    childList: true,
    characterData: true,
    attributes: true,
    attributeFilter: MARKED_ATTRIBUTES,
  });
  look();

  function look(): void {
    if (!isTranslated(document, { element, words })) return;
    observer.disconnect();
    showTranslationStop(pageLanguage());
  }
}

function pageLanguage(): PageLanguage {
  const { lang } = document.documentElement;
  return PAGE_LANGUAGES.find((each) => each === lang) ?? 'en';
}
