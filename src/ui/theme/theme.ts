import { createTheme } from '@mantine/core';
import { brand, stop, variantColours } from './theme-colours.ts';

/** Name of the cross of a notice. */
export const CLOSE_NOTICE = 'Close this notice';

const inputs = { size: 'md', inputWrapperOrder: ['label', 'description', 'error', 'input'] };

/**
 * The house theme: tokens as Mantine sees them. 16 px base, 44 px controls, corners 12 and 8 px, motion under 150 ms.
 */
export const theme = createTheme({
  primaryColor: 'brand',
  primaryShade: { light: 7, dark: 3 },
  colors: { brand, red: stop },
  black: '#10243e',
  variantColorResolver: variantColours,
  fontFamily: 'var(--font)',
  headings: { fontFamily: 'var(--font)', fontWeight: '700' },
  fontSizes: { xs: '0.8125rem', sm: '0.9375rem', md: '1rem', lg: '1.125rem', xl: '1.25rem' },
  radius: { sm: '0.5rem', md: '0.75rem' },
  defaultRadius: 'sm',
  // The ring itself is drawn in base.css for everything that takes the focus.
  focusRing: 'never',
  focusClassName: 'house-focus',
  cursorType: 'pointer',
  respectReducedMotion: true,
  components: {
    Button: { defaultProps: { size: 'md', fw: 600 } },
    ActionIcon: { defaultProps: { size: '2.75rem', variant: 'subtle' } },
    InputWrapper: { defaultProps: inputs },
    TextInput: { defaultProps: inputs },
    PasswordInput: { defaultProps: inputs },
    Textarea: { defaultProps: { ...inputs, autosize: true, minRows: 3 } },
    NativeSelect: { defaultProps: inputs },
    Select: { defaultProps: { ...inputs, allowDeselect: false } },
    Checkbox: { defaultProps: { size: 'md' } },
    Radio: { defaultProps: { size: 'md' } },
    Switch: { defaultProps: { size: 'md' } },
    Modal: {
      defaultProps: {
        centered: true,
        padding: 'lg',
        radius: 'md',
        overlayProps: { backgroundOpacity: 0.55 },
        transitionProps: { duration: 120 },
      },
    },
    Notification: { defaultProps: { withBorder: true, radius: 'md', closeButtonProps: { 'aria-label': CLOSE_NOTICE } } },
    Menu: { defaultProps: { transitionProps: { duration: 100 } } },
  },
});
