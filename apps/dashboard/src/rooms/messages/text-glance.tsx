/** A text in a list: facts by their names, never in the template language. */
import { Text } from '@mantine/core'
import { useTexts } from '../../words/language.tsx'
import { glanceAt } from './chips.ts'
import { MESSAGE_TEXTS } from './texts.ts'

export function TextGlance({ text }: { readonly text: string }) {
  const t = useTexts(MESSAGE_TEXTS)
  const pieces = glanceAt(text)
  if (pieces === null) return t.advancedOnly
  return pieces.map((piece, index) =>
    'words' in piece ? (
      piece.words
    ) : (
      <Text key={index} span inherit fs="italic">
        [{t.facts[piece.fact]}]
      </Text>
    ),
  )
}
