/** The photo of the person who is signed in, on the booking page by their own choice. */
import { Button, Group, Image, Paper, Text, Title } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api, cache } from '../../api/client.ts'
import { keepAnswer } from '../../api/keep-answer.ts'
import { IconPhotoOff } from '../../icons/more.ts'
import { base64Of } from '../../parts/base64.ts'
import { PictureButton } from '../../parts/picture-button.tsx'
import { RefusedNote } from '../../parts/refused-note.tsx'
import { squarePhoto } from '../../parts/square-photo.ts'
import { useTell } from '../../parts/tell.tsx'
import { useTexts } from '../../words/language.tsx'
import { ACCOUNT_TEXTS } from './texts.ts'

export function OwnPhoto({ professionalId }: { readonly professionalId: number }) {
  const t = useTexts(ACCOUNT_TEXTS)
  const tell = useTell()
  const own = { professional_id: professionalId }
  const [isNone, setIsNone] = useState(false)
  const { data } = useQuery(api.professionals.getPhoto.queryOptions(own))
  const key = api.professionals.getPhoto.queryKey(own)
  const set = useMutation(
    api.professionals.setPhoto.mutationOptions({
      async onSuccess(now) {
        await keepAnswer(cache, key, now)
        tell.done(t.photoSet)
      },
    }),
  )
  const remove = useMutation(
    api.professionals.removePhoto.mutationOptions({
      async onSuccess(now) {
        await keepAnswer(cache, key, now)
        tell.done(t.photoRemoved)
      },
    }),
  )
  async function take(file: File | null): Promise<void> {
    if (file === null) return
    const photo = await squarePhoto(file)
    setIsNone(photo === null)
    if (photo === null) return
    set.mutate({ picture: base64Of(new Uint8Array(await photo.arrayBuffer())) })
  }
  const url = data?.photo_url ?? null
  return (
    <Paper withBorder p="md" component="section" aria-labelledby="photo">
      <Title order={2} size="h3" id="photo" mb="xs">
        {t.photo}
      </Title>
      <Text size="sm" mb="sm">
        {t.aboutPhoto}
      </Text>
      {isNone && (
        <Text role="alert" size="sm" c="red.9" mb="sm">
          {t.noPicture}
        </Text>
      )}
      <RefusedNote error={set.error ?? remove.error} />
      <Group>
        {url !== null && <Image src={url} alt={t.photoAlt} w={80} h={80} radius={40} />}
        <PictureButton
          accept="image/*"
          label={t.choosePhoto}
          words={url === null ? t.choosePhoto : t.replacePhoto}
          isSending={set.isPending}
          onChoose={(file) => void take(file)}
        />
        {url !== null && (
          <Button
            variant="default"
            loading={remove.isPending}
            onClick={() => remove.mutate(own)}
            leftSection={<IconPhotoOff size={16} aria-hidden />}
          >
            {t.removePhoto}
          </Button>
        )}
      </Group>
    </Paper>
  )
}
