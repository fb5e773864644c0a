import { createTheme, type CSSVariablesResolver } from '@mantine/core'

const FIRST_MATCH = { defaultProps: { selectFirstOptionOnChange: true } }

/** All sizes of text. */
export const TEXT_SIZES = { xs: '12px', sm: '14px', md: '16px', lg: '20px', xl: '28px' }

/** A gray with a trace of blue, from the lightest to the darkest. */
const INK = [
  '#f3f5f7',
  '#e4e8ed',
  '#cdd5de',
  '#b0bccb',
  '#92a2b6',
  '#72849b',
  '#55677f',
  '#3f5066',
  '#334257',
  '#2c3a4d',
] as const

export const theme = createTheme({
  // Buttons and choices are neutral, so that a color always tells how something stands.
  primaryColor: 'ink',
  primaryShade: 9,
  colors: { ink: INK },
  autoContrast: true,
  luminanceThreshold: 0.18,
  cursorType: 'pointer',
  defaultRadius: 'md',
  fontSizes: TEXT_SIZES,
  headings: {
    sizes: {
      h1: { fontSize: TEXT_SIZES.xl },
      h2: { fontSize: TEXT_SIZES.lg },
      h3: { fontSize: TEXT_SIZES.lg },
      h4: { fontSize: TEXT_SIZES.md },
      h5: { fontSize: TEXT_SIZES.md },
      h6: { fontSize: TEXT_SIZES.sm },
    },
  },
  fontFamily: 'system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", Arial, sans-serif',
  // A header outside of all landmarks would be a second banner of the page.
  components: {
    ModalHeader: { defaultProps: { role: 'presentation' } },
    DrawerHeader: { defaultProps: { role: 'presentation' } },
    // Enter picks the first match.
    Select: FIRST_MATCH,
    MultiSelect: FIRST_MATCH,
    Autocomplete: FIRST_MATCH,
    TagsInput: FIRST_MATCH,
  },
})

/** Darker than the button: the lighter shade of the theme has a contrast of 3.9 with the white text on it. */
const HOVERED = { '--mantine-color-teal-filled-hover': '#076649' }

/** Buttons: each has a contrast of 5 with its white text and of 3 with the page, and links differ from text by color. */
const PRIMARY = {
  light: {
    '--mantine-color-ink-filled-hover': '#1d2938',
    '--mantine-color-anchor': 'var(--mantine-color-blue-9)',
  },
  dark: {
    '--mantine-color-ink-filled': '#5f7089',
    '--mantine-color-ink-filled-hover': '#53637a',
    '--mantine-color-anchor': 'var(--mantine-color-blue-3)',
  },
}

/** Texts on a light ground of their color: those of the theme have contrasts of 2.7, 3.6 and 4.3. */
const ON_LIGHT = {
  '--mantine-color-yellow-light-color': '#8a4b00',
  '--mantine-color-orange-light-color': '#a33a06',
  '--mantine-color-teal-light-color': '#06684b',
}

/** Grays that can be read on every background of the theme: its own dimmed gray has a contrast of 3.3. */
export const cssVariables: CSSVariablesResolver = () => ({
  variables: {},
  light: {
    ...HOVERED,
    ...PRIMARY.light,
    ...ON_LIGHT,
    '--mantine-color-dimmed': 'var(--mantine-color-gray-7)',
    '--mantine-color-placeholder': 'var(--mantine-color-gray-7)',
    '--mantine-color-error': 'var(--mantine-color-red-9)',
  },
  dark: {
    ...HOVERED,
    ...PRIMARY.dark,
    '--mantine-color-dimmed': 'var(--mantine-color-dark-1)',
    '--mantine-color-placeholder': 'var(--mantine-color-dark-1)',
    '--mantine-color-error': 'var(--mantine-color-red-4)',
  },
})
