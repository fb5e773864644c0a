import type { Texts } from '../words/language.tsx'

const pt = {
  any: 'Qualquer',
  nothing: 'Nada encontrado',
  clearAll: 'Limpar filtros',
  from: 'De',
  to: 'Até',
}

const en: typeof pt = {
  any: 'Any',
  nothing: 'Nothing found',
  clearAll: 'Clear filters',
  from: 'From',
  to: 'To',
}

export const FILTER_TEXTS: Texts<typeof pt> = { pt, en }
