import type { Texts } from '../words/language.tsx'

const pt = {
  any: 'Qualquer',
  nothing: 'Nada encontrado',
  clear: (label: string) => `Limpar: ${label}`,
  clearAll: 'Limpar filtros',
  from: 'De',
  to: 'Até',
}

const en: typeof pt = {
  any: 'Any',
  nothing: 'Nothing found',
  clear: (label: string) => `Clear: ${label}`,
  clearAll: 'Clear filters',
  from: 'From',
  to: 'To',
}

export const FILTER_TEXTS: Texts<typeof pt> = { pt, en }
