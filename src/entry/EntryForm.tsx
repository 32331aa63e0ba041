import type { StaffApp } from '#src/app.tsx';
import { FootLinks } from '#src/public-pages/FootLinks.tsx';
import { PublicFrame } from '#src/ui/layout/PublicFrame.tsx';
import { SignIn } from '#src/screens/sign-in/SignIn.tsx';
import { SignInLinks } from '#src/screens/sign-in/SignInLinks.tsx';
import { NavigationProvider } from '#src/ui/Link.tsx';
import { useEffect, useEffectEvent } from 'react';

type EntryFormProps = { readonly app: StaffApp | null; readonly loadApp: () => Promise<StaffApp> };

/**
 * The sign-in screen as a page begins with it. The app is loaded once the form is painted; until then links are followed by the browser,
 * and a sign-in waits for it.
 */
export function EntryForm({ app, loadApp }: EntryFormProps) {
  const onPainted = useEffectEvent(() => {
    // Not awaited: a submit tries again.
    loadApp().catch(() => undefined);
  });
  useEffect(() => {
    document.title = 'Sign in – Assent';
    onPainted();
  }, []);
  const afterLoading = async () => (await loadApp()).signInCalls;
  return (
    <NavigationProvider go={app?.go ?? null}>
      <PublicFrame
        product={app === null ? 'Assent' : <app.ProductName />}
        foot={app === null ? <FootLinks organisation={null} /> : <app.Foot />}
      >
        <SignIn
          lead={
            app !== null && (
              <>
                <app.Maintenance />
                <app.OnThisTablet />
              </>
            )
          }
          aside={<SignInLinks />}
          calls={afterLoading}
          onSignedIn={async (user) => (await loadApp()).openAfterSignIn(user)}
        />
      </PublicFrame>
    </NavigationProvider>
  );
}
