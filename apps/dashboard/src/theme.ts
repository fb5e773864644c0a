import { createTheme, type CSSVariablesResolver } from '@mantine/core'

const FIRST_MATCH = { defaultProps: { selectFirstOptionOnChange: true } }

export const theme = createTheme({
  primaryColor: 'teal',
  primaryShade: 9,
  autoContrast: true,
  luminanceThreshold: 0.18,
  cursorType: 'pointer',
  defaultRadius: 'md',
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

/** Grays that can be read on every background of the theme: its own dimmed gray has a contrast of 3.3. */
export const cssVariables: CSSVariablesResolver = () => ({
  variables: {},
  light: {
    ...HOVERED,
    '--mantine-color-dimmed': 'var(--mantine-color-gray-7)',
    '--mantine-color-placeholder': 'var(--mantine-color-gray-7)',
    '--mantine-color-error': 'var(--mantine-color-red-9)',
  },
  dark: {
    ...HOVERED,
    '--mantine-color-dimmed': 'var(--mantine-color-dark-1)',
    '--mantine-color-placeholder': 'var(--mantine-color-dark-1)',
    '--mantine-color-error': 'var(--mantine-color-red-4)',
  },
})
