/** The only sight of a key's value, and how to use it. */
import { Button, Stack, Text, Title } from '@mantine/core'
import { CopyText } from '../../parts/copy-text.tsx'
import { Dialog, DialogFooter } from '../../parts/dialog.tsx'
import { Note } from '../../parts/note.tsx'
import { useTexts } from '../../words/language.tsx'
import { httpHost, stdioHost, toolsAddress } from './agent-hosts.ts'
import type { ApiKey } from './key-row.tsx'
import { KEY_TEXTS } from './texts.ts'

type Props = {
  readonly value: string
  readonly kind: ApiKey['kind']
  readonly onClose: () => void
}

export function CreatedKey({ value, kind, onClose }: Props) {
  const t = useTexts(KEY_TEXTS)
  return (
    <Dialog title={t.createdTitle} onClose={onClose} size="lg">
      <Stack>
        <Note color="orange" isNews>
          {t.once}
        </Note>
        <CopyText label={t.value} value={value} />
        {kind === 'agent' ? <Connect value={value} /> : <TryIt value={value} />}
        <DialogFooter>
          <Button onClick={onClose}>{t.saved}</Button>
        </DialogFooter>
      </Stack>
    </Dialog>
  )
}

function TryIt({ value }: { readonly value: string }) {
  const t = useTexts(KEY_TEXTS)
  return (
    <>
      <Text size="sm">{t.tryIt}</Text>
      <CopyText
        label={t.command}
        value={`curl -H 'Authorization: Bearer ${value}' ${location.origin}/v1/me`}
      />
    </>
  )
}

/** For the program in which the assistant runs. */
function Connect({ value }: { readonly value: string }) {
  const t = useTexts(KEY_TEXTS)
  const { origin } = location
  return (
    <Stack gap="sm">
      <Title order={3} size="h5">
        {t.connect}
      </Title>
      <Text size="sm">{t.aboutConnect}</Text>
      <CopyText label={t.toolsAddress} value={toolsAddress(origin)} />
      <Text size="sm">{t.overHttp}</Text>
      <CopyText label={t.httpSettings} value={httpHost(origin, value)} />
      <Text size="sm">{t.overStdio}</Text>
      <CopyText label={t.stdioSettings} value={stdioHost(origin, value)} />
    </Stack>
  )
}
