import { hideEntryForm } from '#src/entry-form.ts';
import { Component, type ReactNode } from 'react';
import { BrokenPage } from './BrokenScreen.tsx';

type State = { readonly failure: unknown };

/** Catches errors that no route caught, so that nobody ever faces an empty page. */
export class ErrorBoundary extends Component<{ readonly children: ReactNode }, State> {
  override state: State = { failure: null };

  static getDerivedStateFromError(failure: unknown): State {
    return { failure };
  }

  override componentDidCatch(): void {
    // The sign-in form in the app's place would lead nowhere.
    hideEntryForm();
  }

  override render(): ReactNode {
    return this.state.failure === null ? this.props.children : <BrokenPage error={this.state.failure} />;
  }
}
