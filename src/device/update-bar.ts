import './update-bar.css';

/** The longest waits for a new version to be fetched, and for it to take over, ms [choice]: after them the page is loaded anew as it is. */
const FETCH_WAIT = 20_000;
const TAKE_OVER_WAIT = 5000;

type BarWords = { readonly sentence: string; readonly action: string; readonly busy: string };
const ENGLISH: BarWords = { sentence: 'This app is too old. Please update it.', action: 'Update now', busy: 'Updating…' };
const WORDS: Readonly<Record<string, BarWords>> = {
  cy: { sentence: 'Mae’r ap hwn yn rhy hen. Diweddarwch ef.', action: 'Diweddaru nawr', busy: 'Yn diweddaru…' },
  ar: { sentence: 'هذا التطبيق قديم جدًا. من فضلك حدّثه.', action: 'حدّث الآن', busy: 'جارٍ التحديث…' },
};

/** Shows, once, that this build is too old, with the one button that helps: above the page and in its flow, so that nothing lies under it. */
export function showUpdateBar(): void {
  if (document.querySelector('.update-bar') !== null) return;
  const language = document.querySelector('main [lang]')?.getAttribute('lang') ?? document.documentElement.lang;
  const { sentence, action, busy } = WORDS[language] ?? ENGLISH;
  const bar = document.createElement('div');
  bar.className = 'update-bar';
  bar.setAttribute('role', 'alert');
  const text = document.createElement('p');
  text.textContent = sentence;
  const button = document.createElement('button');
  button.type = 'button';
  button.textContent = action;
  button.addEventListener('click', () => {
    button.disabled = true;
    button.textContent = busy;
    void update().finally(() => {
      // The page stays when its question about unsaved work was answered so.
      button.disabled = false;
      button.textContent = action;
    });
  });
  bar.append(text, button);
  document.body.prepend(bar);
  // For as long as the page lives: nothing takes the bar away.
  new ResizeObserver(() => document.documentElement.style.setProperty('--update-bar-height', `${bar.offsetHeight}px`)).observe(
    bar,
  );
  // The answer to an act: it may have been done far down the page.
  bar.scrollIntoView({ block: 'nearest' });
}

/** Lets a new version take over where this device keeps one, then loads the page anew. What is queued stays queued. */
async function update(): Promise<void> {
  try {
    await takeNewVersion();
  } finally {
    location.reload();
  }
}

async function takeNewVersion(): Promise<void> {
  const registration = await navigator.serviceWorker?.getRegistration();
  if (registration === undefined) return;
  await registration.update();
  const worker = registration.installing ?? registration.waiting;
  if (worker === null) return;
  await until(worker, 'statechange', { isDone: () => worker.state !== 'installing', limitMs: FETCH_WAIT });
  worker.postMessage({ type: 'SKIP_WAITING' });
  await until(worker, 'statechange', { isDone: () => worker.state === 'activated', limitMs: TAKE_OVER_WAIT });
}

function until(
  target: EventTarget,
  event: string,
  { isDone, limitMs }: { readonly isDone: () => boolean; readonly limitMs: number },
): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(end, limitMs);
    function end() {
      clearTimeout(timer);
      target.removeEventListener(event, look);
      resolve();
    }
    function look() {
      if (isDone()) end();
    }
    target.addEventListener(event, look);
    look();
  });
}
