/** The picture at the head of the public page. */
import { Button, Group, Image, Text } from '@mantine/core'
import { IconPhotoOff } from '../../icons/more.ts'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { api, cache } from '../../api/client.ts'
import { keepAnswer } from '../../api/keep-answer.ts'
import { base64Of } from '../../parts/base64.ts'
import { ConfirmDialog } from '../../parts/confirm-dialog.tsx'
import { PictureButton } from '../../parts/picture-button.tsx'
import { RefusedNote } from '../../parts/refused-note.tsx'
import { useTell } from '../../parts/tell.tsx'
import { useTexts } from '../../words/language.tsx'
import type { Settings } from '../settings/fields.ts'
import { Section } from './section.tsx'
import { PUBLIC_PAGE_TEXTS } from './texts.ts'

const MOST_BYTES = 100 * 1024

export function Logo({ settings }: { readonly settings: Settings }) {
  const t = useTexts(PUBLIC_PAGE_TEXTS)
  const tell = useTell()
  const [isTooLarge, setIsTooLarge] = useState(false)
  const [isRemoving, setIsRemoving] = useState(false)
  const keep = (now: Settings) => keepAnswer(cache, api.organization.get.queryKey({}), now)
  const set = useMutation(
    api.organization.setLogo.mutationOptions({
      onSuccess: async (now) => {
        await keep(now)
        tell.done(t.logoSet)
      },
    }),
  )
  const remove = useMutation(
    api.organization.removeLogo.mutationOptions({
      onSuccess: async (now) => {
        await keep(now)
        setIsRemoving(false)
        tell.done(t.logoRemoved)
      },
    }),
  )
  async function take(file: File | null): Promise<void> {
    if (file === null) return
    setIsTooLarge(file.size > MOST_BYTES)
    if (file.size > MOST_BYTES) return
    set.mutate({ picture: base64Of(new Uint8Array(await file.arrayBuffer())) })
  }
  return (
    <Section title={t.logo}>
      <Text size="sm">{t.aboutLogo}</Text>
      {settings.logo_url === null ? (
        <Text size="sm" c="dimmed">
          {t.noLogo}
        </Text>
      ) : (
        <Image
          src={settings.logo_url}
          alt={t.logoAlt(settings.name)}
          mah={120}
          w="auto"
          maw="100%"
          fit="contain"
        />
      )}
      {isTooLarge ? (
        <Text role="alert" size="sm" c="red.9">
          {t.tooLarge}
        </Text>
      ) : (
        <RefusedNote error={set.error} words={{ validation_error: t.notAPicture }} />
      )}
      <Group>
        <PictureButton
          accept="image/png,image/jpeg,image/webp"
          label={t.chooseLogo}
          words={settings.logo_url === null ? t.chooseLogo : t.replaceLogo}
          isSending={set.isPending}
          onChoose={(file) => void take(file)}
        />
        {settings.logo_url !== null && (
          <Button
            variant="default"
            onClick={() => setIsRemoving(true)}
            leftSection={<IconPhotoOff size={16} aria-hidden />}
          >
            {t.removeLogo}
          </Button>
        )}
      </Group>
      {isRemoving && (
        <ConfirmDialog
          title={t.removeLogo}
          confirmLabel={t.removeLogo}
          isDanger
          isBusy={remove.isPending}
          error={remove.error}
          onConfirm={() => remove.mutate({})}
          onClose={() => setIsRemoving(false)}
        >
          <Text size="sm">{t.aboutRemoveLogo}</Text>
        </ConfirmDialog>
      )}
    </Section>
  )
}
