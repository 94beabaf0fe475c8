import {
  type CSSVariablesResolver,
  createTheme,
  darken,
  type MantineColorsTuple,
  type MantineThemeComponents,
} from '@mantine/core'

const brand: MantineColorsTuple = [
  '#eef1ff',
  '#dde2fb',
  '#b8c1f1',
  '#919ee8',
  '#707fe0',
  '#5a6cdb',
  '#4e62da',
  '#3f52c2',
  '#3649ae',
  '#2a3e9a',
]

/** A slate with some blue in it: neutral greys look dead beside the brand's colour. */
const dark: MantineColorsTuple = [
  '#d7dce8',
  '#b3bccf',
  '#939db4',
  '#66708a',
  '#38425c',
  '#273049',
  '#1b2338',
  '#141b2d',
  '#0f1524',
  '#0b101c',
]

const gray: MantineColorsTuple = [
  '#f7f8fa',
  '#eff1f5',
  '#e4e7ed',
  '#d5dae2',
  '#c0c7d2',
  '#9aa3b2',
  '#737d8e',
  '#545d6e',
  '#363e4d',
  '#1f2633',
]

/** By name: to import the components would make all of them part of the first load. */
const components: MantineThemeComponents = {
  Badge: { defaultProps: { variant: 'light', tt: 'none', fw: 500, radius: 'sm' } },
  Card: { defaultProps: { withBorder: true, padding: 'lg', shadow: 'xs' } },
  // An example in red would look like something that was typed.
  Input: { styles: { input: { '--input-placeholder-color': 'var(--mantine-color-placeholder)' } } },
  // What it would put into the menu to have the focus is no item, and a menu may hold nothing else.
  Menu: { defaultProps: { withInitialFocusPlaceholder: false } },
  Modal: {
    defaultProps: { centered: true, overlayProps: { backgroundOpacity: 0.45 } },
    styles: { title: { fontSize: 'var(--mantine-h2-font-size)', fontWeight: 600, overflowWrap: 'anywhere' } },
  },
  Popover: { defaultProps: { shadow: 'md' } },
  Select: { defaultProps: { openOnFocus: false, checkIconPosition: 'right' } },
  Tooltip: { defaultProps: { openDelay: 400, withArrow: true } },
}

export const theme = createTheme({
  primaryColor: 'brand',
  primaryShade: { light: 7, dark: 5 },
  colors: { brand, dark, gray },
  black: '#161c28',
  autoContrast: true,
  defaultRadius: 'md',
  cursorType: 'pointer',
  respectReducedMotion: true,
  fontFamily: "'Inter Variable', system-ui, sans-serif",
  fontFamilyMonospace: 'ui-monospace, SFMono-Regular, Menlo, Consolas, monospace',
  headings: {
    fontWeight: '600',
    sizes: {
      h1: { fontSize: '1.5rem', lineHeight: '1.3' },
      h2: { fontSize: '1.0625rem', lineHeight: '1.4' },
      h3: { fontSize: '0.9375rem', lineHeight: '1.4' },
    },
  },
  components,
})

/** Mantine's own colours for light badges, dimmed text, placeholders, errors and dark links miss a contrast of 4.5:1. */
export const cssVariablesResolver: CSSVariablesResolver = ({ colors }) => ({
  variables: {},
  light: {
    ...lightVariants(colors),
    '--mantine-color-dimmed': colors.gray[7],
    '--mantine-color-placeholder': '#687180',
    '--mantine-color-error': '#c0272d',
    ...filledRed(colors),
    '--kontor-page': '#f5f6f9',
    '--kontor-rail': '#fbfbfd',
    '--kontor-line': colors.gray[2],
    '--kontor-hover': colors.gray[0],
    '--kontor-card': '#ffffff',
    '--mantine-color-default-border': '#b7bfcc',
  },
  dark: {
    '--mantine-color-anchor': colors.brand![3]!,
    '--mantine-color-dimmed': '#a3adc2',
    '--mantine-color-placeholder': '#8d98b0',
    '--mantine-color-error': '#ff8f8f',
    '--mantine-color-red-outline': '#ff8f8f',
    ...filledRed(colors),
    '--mantine-color-body': colors.dark[7],
    '--kontor-page': colors.dark[9],
    '--kontor-rail': colors.dark[8],
    '--kontor-line': colors.dark[5],
    '--kontor-hover': '#202943',
    '--kontor-card': colors.dark[6],
    '--mantine-color-default-border': '#455170',
    '--mantine-color-gray-light': colors.dark[4],
    '--mantine-color-gray-light-color': colors.dark[0],
  },
})

/** White text on it needs this contrast. */
const filledRed = ({ red }: Readonly<Record<string, MantineColorsTuple>>): Record<string, string> => ({
  '--mantine-color-red-filled': red![8],
  '--mantine-color-red-filled-hover': red![9],
})

function lightVariants(colors: Readonly<Record<string, MantineColorsTuple>>): Record<string, string> {
  const shades = Object.entries(colors).filter(([name]) => name !== 'dark')
  return Object.fromEntries(
    shades.flatMap(([name, tuple]) => [
      [`--mantine-color-${name}-light`, tuple[name === 'gray' ? 1 : 0]],
      [`--mantine-color-${name}-light-color`, darken(tuple[9], 0.26)],
    ]),
  )
}
