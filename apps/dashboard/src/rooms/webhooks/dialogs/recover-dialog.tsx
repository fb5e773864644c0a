import { Button, Progress, Stack, Text, TextInput } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useState, type FormEvent } from 'react'
import { api, cache, scheduling } from '../../../api/client.ts'
import { BackButton, Dialog, DialogFooter } from '../../../parts/dialog.tsx'
import { RefusedNote } from '../../../parts/refused-note.tsx'
import { useZone } from '../../../session/me.tsx'
import { instantAt, wallClockOf } from '../../../time/wall-clock.ts'
import { useWritten } from '../../../time/written.ts'
import { EVERYWHERE } from '../../../words/everywhere.ts'
import { useTexts } from '../../../words/language.tsx'
import { WEBHOOK_TEXTS } from '../texts.ts'
import type { Webhook } from '../types.ts'

type Props = { readonly webhook: Webhook; onClose(): void }

const DAY_MS = 86_400_000

export function RecoverDialog({ webhook, onClose }: Props) {
  const t = useTexts(WEBHOOK_TEXTS)
  const everywhere = useTexts(EVERYWHERE)
  const zone = useZone()
  const written = useWritten()
  const [since, setSince] = useState(() => firstSince(webhook, zone))
  const [part, setPart] = useState(0)
  const recover = useMutation({
    // The service looks at a page of events at a time, and says how far it came.
    async mutationFn(instant: string) {
      let queued = 0
      let position = 0
      for (;;) {
        const page = await scheduling.webhooks.recover.mutate({
          webhook_id: webhook.id,
          since: instant,
          position,
        })
        queued += page.queued
        position = page.position
        setPart(page.last_position === 0 ? 1 : position / page.last_position)
        if (page.is_done) return queued
      }
    },
    onSettled: () => void cache.invalidateQueries(api.webhooks.pathFilter()),
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const instant = instantAt(`${since.replace('T', ' ')}:00`, zone)
    if (instant !== null) recover.mutate(instant)
  }
  const percent = `${written.count(Math.round(part * 100))}%`
  return (
    <Dialog onClose={onClose} title={t.recoverTitle} isTyped={false}>
      <form onSubmit={submit}>
        <Stack>
          <Text size="sm">{t.recoverAbout}</Text>
          <TextInput
            type="datetime-local"
            required
            label={t.recoverSince}
            description={t.recoverLimit}
            value={since}
            onChange={(event) => setSince(event.currentTarget.value)}
          />
          {recover.isPending && (
            <div role="status">
              <Text size="sm">{t.recovering(percent)}</Text>
              <Progress value={part * 100} aria-label={t.recovering(percent)} />
            </div>
          )}
          {recover.data !== undefined && (
            <Text role="status">{t.recovered(recover.data, written.count(recover.data))}</Text>
          )}
          <RefusedNote error={recover.error} />
          <DialogFooter>
            <BackButton>{everywhere.close}</BackButton>
            <Button type="submit" loading={recover.isPending}>
              {t.recoverNow}
            </Button>
          </DialogFooter>
        </Stack>
      </form>
    </Dialog>
  )
}

/** When it began to fail, else yesterday: `YYYY-MM-DDTHH:mm` in the zone. */
function firstSince({ failing_since }: Webhook, zone: string): string {
  const instant = failing_since ?? new Date(Date.now() - DAY_MS).toISOString()
  return wallClockOf(instant, zone).slice(0, 16).replace(' ', 'T')
}
