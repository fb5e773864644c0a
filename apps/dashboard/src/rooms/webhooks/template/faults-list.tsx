/** What is wrong with a template, and where. Each place can be gone to. */
import { Anchor, List, Text } from '@mantine/core'
import { FAULT_TEXTS } from '../../../words/faults.ts'
import { useTexts } from '../../../words/language.tsx'
import type { Fault } from './places.ts'
import { TEMPLATE_TEXTS } from './texts.ts'

type Props = {
  readonly faults: readonly Fault[]
  /** Left out for a text that is shown in one line. */
  onGo?(place: NonNullable<Fault['place']>): void
}

export function FaultsList({ faults, onGo }: Props) {
  const t = useTexts(TEMPLATE_TEXTS)
  const words = useTexts(FAULT_TEXTS)
  return (
    <List size="sm" listStyleType="none">
      {faults.map((fault) => {
        const { place, code } = fault
        return (
          <List.Item key={`${fault.field} ${place?.line}:${place?.column} ${fault.message}`}>
            {place !== null && (
              <>
                {onGo === undefined ? (
                  <b>{t.place(place.line, place.column)}</b>
                ) : (
                  <Anchor
                    component="button"
                    type="button"
                    inherit
                    c="inherit"
                    fw={700}
                    td="underline"
                    aria-label={t.go(place.line, place.column)}
                    onClick={() => onGo(place)}
                  >
                    {t.place(place.line, place.column)}
                  </Anchor>
                )}
                {': '}
              </>
            )}
            {isCode(words, code) && `${words[code]} `}
            <Text span inherit lang="en">
              ({fault.message})
            </Text>
          </List.Item>
        )
      })}
    </List>
  )
}

function isCode<Words extends object>(words: Words, code: string): code is string & keyof Words {
  return Object.hasOwn(words, code)
}
