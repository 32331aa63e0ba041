import './base-styles.ts';
import './mantine-styles.ts';
import { MantineProvider } from '@mantine/core';
import { Notifications } from '@mantine/notifications';
import { useEffect, useSyncExternalStore, type ReactNode } from 'react';
import { redrawOnFont } from '#src/styles/redraw-on-font.ts';
import { followDisplaySettings, useDisplaySettings } from './display-settings.ts';
import { theme } from './theme.ts';
import { tokenVariables } from './theme-colours.ts';

/** Number of notices of success shown at once; more wait for their turn. */
const NOTICES = 6;

/** The locale of each language of these pages, for screen readers and dates. */
const LOCALES = { en: 'en-GB' } as const;

/**
 * Theme, style sheets, display settings and the area of the notices that go by themselves, around the whole staff app. A notice that
 * stays floats nowhere: it is a bar of the page.
 */
export function ThemeProvider({ children }: { readonly children: ReactNode }) {
  const [{ scheme, type, language }] = useDisplaySettings();
  const isNight = useSyncExternalStore(subscribeToNight, isNightNow);
  useEffect(followDisplaySettings, []);
  useEffect(redrawOnFont, []);
  useEffect(() => {
    document.documentElement.dataset['type'] = type;
  }, [type]);
  useEffect(() => {
    document.documentElement.lang = LOCALES[language];
  }, [language]);
  const shown = scheme === 'auto' ? (isNight ? 'dark' : 'light') : scheme;
  return (
    <MantineProvider theme={theme} cssVariablesResolver={tokenVariables} forceColorScheme={shown}>
      {/* Below the patient's identity and the side (base.css), which a notice never covers, and away from the actions below. */}
      <Notifications
        zIndex={199}
        position="top-right"
        autoClose={false}
        limit={NOTICES}
        transitionDuration={120}
        containerWidth={352}
      />
      {children}
    </MantineProvider>
  );
}

function subscribeToNight(listener: () => void): () => void {
  const query = matchMedia('(prefers-color-scheme: dark)');
  query.addEventListener('change', listener);
  return () => query.removeEventListener('change', listener);
}

function isNightNow(): boolean {
  return matchMedia('(prefers-color-scheme: dark)').matches;
}
