/** The texts of the clinic, for each purpose, in one language at a time. */
import { StateBadge } from '../../parts/state-badge.tsx'
import { Button, Group, SegmentedControl, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { api } from '../../api/client.ts'
import { WaitingRows } from '../../parts/long-list.tsx'
import { RefusedNote } from '../../parts/refused-note.tsx'
import { Row, Rows } from '../../parts/rows.tsx'
import { useTexts } from '../../words/language.tsx'
import type { Search } from './message-list.tsx'
import { TextGlance } from './text-glance.tsx'
import { TextEditor } from './text-editor.tsx'
import { MESSAGE_TEXTS } from './texts.ts'

type Props = { readonly search: Search; readonly onChange: (search: Search) => void }

export function TextsView({ search, onChange }: Props) {
  const t = useTexts(MESSAGE_TEXTS)
  const asked = useQuery(api.messaging.listTexts.queryOptions({}))
  const language = search.language ?? 'pt'
  const texts = asked.data?.data.filter((text) => text.language === language)
  const edited = texts?.find(({ purpose }) => purpose === search.text)
  return (
    <>
      <Text size="sm" mb="sm" maw={720}>
        {t.aboutTexts}
      </Text>
      <SegmentedControl
        mb="md"
        aria-label={t.language}
        value={language}
        onChange={(next) => onChange({ language: next === 'en' ? 'en' : undefined })}
        data={[
          { value: 'pt', label: 'Português' },
          { value: 'en', label: 'English' },
        ]}
      />
      {texts === undefined ? (
        asked.error === null ? (
          <WaitingRows />
        ) : (
          <RefusedNote error={asked.error} onRetry={() => void asked.refetch()} />
        )
      ) : (
        <Rows label={t.views.texts}>
          {texts.map((text) => (
            <Row
              key={text.purpose}
              side={
                <>
                  {text.is_own && <StateBadge color="teal" words={t.own} />}
                  <Button
                    size="sm"
                    variant="default"
                    onClick={() => onChange({ text: text.purpose })}
                    aria-label={t.editOf(t.purposes[text.purpose])}
                  >
                    {t.edit}
                  </Button>
                </>
              }
            >
              <Group gap="xs">
                <Text fw={600}>{t.purposes[text.purpose]}</Text>
              </Group>
              <Text size="sm" c="dimmed" lineClamp={2} lang={language}>
                <TextGlance text={text.body} />
              </Text>
            </Row>
          ))}
        </Rows>
      )}
      {edited !== undefined && (
        <TextEditor
          key={`${edited.purpose} ${language}`}
          text={edited}
          onClose={() => onChange({ text: undefined })}
        />
      )}
    </>
  )
}
