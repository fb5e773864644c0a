/** What clients answer with one word. */

export type AnswerWord = 'confirm' | 'cancel' | 'stop' | 'start'

const WORDS: Readonly<Record<AnswerWord, readonly string[]>> = {
  confirm: ['sim', 'confirmar', 'confirmo', 'yes', 'confirm'],
  cancel: ['nao', 'cancelar', 'cancelo', 'no', 'cancel'],
  stop: ['parar', 'stop'],
  start: ['voltar', 'start'],
}

const MEANINGS: ReadonlyMap<string, AnswerWord> = new Map(
  (Object.entries(WORDS) as [AnswerWord, readonly string[]][]).flatMap(([answer, words]) =>
    words.map((word) => [word, answer] as const),
  ),
)

/** Longer than any of them with all that people put around it. */
const MOST_CHARACTERS = 60

/**
 * What a whole message means, whatever its accents, case, punctuation and emoji; null: it says something else. A sentence
 * in which such a word occurs says something else: "não sei se posso" cancels nothing.
 */
export function answerIn(text: string): AnswerWord | null {
  if (text.length > MOST_CHARACTERS) return null
  const folded = text
    .normalize('NFKD')
    .replaceAll(/[^\p{L}\p{N}\s]/gu, '')
    .toLowerCase()
  return MEANINGS.get(folded.trim()) ?? null
}
