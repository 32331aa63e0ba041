import {
  defaultVariantColorsResolver,
  type CSSVariablesResolver,
  type MantineColorsTuple,
  type VariantColorsResolver,
} from '@mantine/core';

/** Deep teal, from wash to ink. Shade 7 is the brand on paper (7.4:1 under white), shade 3 the brand on night ground. */
export const brand: MantineColorsTuple = [
  '#eef7f8',
  '#e3f1f3',
  '#b5dbe1',
  '#62c6d4',
  '#3aa6b6',
  '#1f8797',
  '#116f80',
  '#0b5c6b',
  '#084854',
  '#05343d',
];

/** Red darkened so that its words pass AA on paper and on its own soft ground. */
export const stop: MantineColorsTuple = [
  '#fdf3f4',
  '#fbe7e9',
  '#efc1c6',
  '#ff9da6',
  '#dd6672',
  '#c43a48',
  '#b32b39',
  '#a3212f',
  '#84161f',
  '#5e0f16',
];

/** Button colours come from the tokens, so one rule serves day and night. */
export const variantColours: VariantColorsResolver = (input) => {
  const name = input.color === 'red' ? 'stop' : 'brand';
  const isHouseColour = input.color === undefined || input.color === 'brand' || input.color === 'red';
  const plain = { border: '1px solid transparent' };
  if (isHouseColour && input.variant === 'filled') {
    return { ...plain, background: `var(--${name})`, hover: `var(--${name}-2)`, color: `var(--on-${name})` };
  }
  if (isHouseColour && (input.variant === 'subtle' || input.variant === 'transparent')) {
    return { ...plain, background: 'transparent', hover: `var(--${name}-soft)`, color: `var(--${name})` };
  }
  if (isHouseColour && input.variant === 'light') {
    return { ...plain, background: `var(--${name}-soft)`, hover: `var(--${name}-soft)`, color: `var(--${name})` };
  }
  if (isHouseColour && input.variant === 'outline') {
    const border = `1px solid var(--${name})`;
    return { background: 'var(--paper)', hover: `var(--${name}-soft)`, color: `var(--${name})`, border };
  }
  if (isHouseColour && input.variant === 'default') {
    const border = '1px solid var(--line-3)';
    return { background: 'var(--paper)', hover: 'var(--line-2)', color: 'var(--ink)', border };
  }
  return defaultVariantColorsResolver(input);
};

/** Mantine's own variables, pointed at the tokens; written for both schemes because its defaults are too. */
export const tokenVariables: CSSVariablesResolver = () => ({
  variables: {},
  light: fromTokens,
  dark: fromTokens,
});

const fromTokens = {
  '--mantine-color-text': 'var(--ink)',
  '--mantine-color-bright': 'var(--ink)',
  '--mantine-color-body': 'var(--paper)',
  '--mantine-color-dimmed': 'var(--ink-3)',
  '--mantine-color-placeholder': 'var(--ink-3)',
  '--mantine-color-error': 'var(--stop)',
  '--mantine-color-success': 'var(--ok)',
  '--mantine-color-anchor': 'var(--brand)',
  '--mantine-color-default': 'var(--paper)',
  '--mantine-color-default-hover': 'var(--line-2)',
  '--mantine-color-default-color': 'var(--ink)',
  '--mantine-color-default-border': 'var(--line)',
  '--mantine-color-disabled': 'var(--line-2)',
  '--mantine-color-disabled-color': 'var(--ink-3)',
  '--mantine-color-disabled-border': 'var(--line)',
  '--mantine-primary-color-filled': 'var(--brand)',
  '--mantine-primary-color-filled-hover': 'var(--brand-2)',
  '--mantine-primary-color-light': 'var(--brand-soft)',
  '--mantine-primary-color-light-color': 'var(--brand)',
  '--mantine-primary-color-contrast': 'var(--on-brand)',
  '--mantine-color-brand-filled': 'var(--brand)',
  '--mantine-color-brand-filled-hover': 'var(--brand-2)',
  '--mantine-color-red-text': 'var(--stop)',
} as const;
