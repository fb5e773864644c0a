/** The photo of a professional, where there is one. The person sets it; an owner may take it down. */
import { Button, Group, Image, Stack } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { api, cache } from '../../api/client.ts'
import { keepAnswer } from '../../api/keep-answer.ts'
import { IconPhotoOff } from '../../icons/more.ts'
import { RefusedNote } from '../../parts/refused-note.tsx'
import { useTell } from '../../parts/tell.tsx'
import { useMe } from '../../session/me.tsx'
import { useTexts } from '../../words/language.tsx'
import { PROFESSIONALS_TEXTS } from './texts.ts'

export function ShownPhoto({ professionalId }: { readonly professionalId: number }) {
  const t = useTexts(PROFESSIONALS_TEXTS)
  const tell = useTell()
  const me = useMe()
  const of = { professional_id: professionalId }
  const { data } = useQuery(api.professionals.getPhoto.queryOptions(of))
  const remove = useMutation(
    api.professionals.removePhoto.mutationOptions({
      async onSuccess(now) {
        await keepAnswer(cache, api.professionals.getPhoto.queryKey(of), now)
        tell.done(t.photoRemoved)
      },
    }),
  )
  const url = data?.photo_url ?? null
  if (url === null) return null
  const mayRemove = me.access === 'owner' || me.professional_id === professionalId
  return (
    <Stack gap="xs">
      <Group>
        <Image src={url} alt={t.photoAlt} w={64} h={64} radius={32} />
        {mayRemove && (
          <Button
            variant="default"
            loading={remove.isPending}
            onClick={() => remove.mutate(of)}
            leftSection={<IconPhotoOff size={16} aria-hidden />}
          >
            {t.removePhoto}
          </Button>
        )}
      </Group>
      <RefusedNote error={remove.error} />
    </Stack>
  )
}
