/** Clients of another system, from a file. It can be tried first, and sent again. */
import { Alert, Button, FileInput, Group, List, Radio, Stack, Text } from '@mantine/core'
import { IconUpload } from '../../icons/more.ts'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { api, cache } from '../../api/client.ts'
import { reasonOf } from '../../api/reason.ts'
import { RefusedNote } from '../../parts/refused-note.tsx'
import { useWritten } from '../../time/written.ts'
import { FAULT_TEXTS } from '../../words/faults.ts'
import { useTexts } from '../../words/language.tsx'
import { PROBLEM_TEXTS } from '../../words/problems.ts'
import styles from './clients.module.css'
import { NOTHING_READ, type Progress } from './import-answer.ts'
import { importClients, ON_MATCH, type Import } from './import-file.ts'
import { fileFault, rowFaults, type ImportWords } from './import-faults.ts'
import { IMPORT_TEXTS } from './import-texts.ts'
import { CLIENTS_TEXTS } from './texts.ts'
import { Dialog, DialogFooter } from '../../parts/dialog.tsx'

export function ImportDialog({ onClose }: { onClose(): void }) {
  const t = useTexts(CLIENTS_TEXTS)
  const written = useWritten()
  const [file, setFile] = useState<File | null>(null)
  const [onMatch, setOnMatch] = useState<Import['onMatch']>('return')
  const [progress, setProgress] = useState<Progress>(NOTHING_READ)
  const run = useMutation({
    mutationFn: (input: Import) => importClients(input, setProgress),
    onSuccess: (_, { isTrial }) => {
      if (!isTrial) void cache.invalidateQueries(api.clients.pathFilter())
    },
  })
  function start(isTrial: boolean): void {
    if (file === null || run.isPending) return
    setProgress(NOTHING_READ)
    run.mutate({ file, isTrial, onMatch })
  }
  return (
    <Dialog title={t.importTitle} size="lg" isTyped={false} onClose={onClose}>
      <Stack>
        <Text size="sm">{t.importAbout}</Text>
        <FileInput
          label={t.file}
          placeholder={t.chooseFile}
          accept=".csv,text/csv"
          leftSection={<IconUpload size={16} aria-hidden />}
          value={file}
          disabled={run.isPending}
          onChange={(chosen) => {
            setFile(chosen)
            run.reset()
          }}
        />
        <Radio.Group
          label={t.onMatch}
          value={onMatch}
          onChange={(value) => setOnMatch(ON_MATCH.find((one) => one === value) ?? 'return')}
        >
          <Group mt={6}>
            <Radio value="return" label={t.keep} />
            <Radio value="update" label={t.update} />
            <Radio value="create" label={t.separate} />
          </Group>
        </Radio.Group>
        <FileRefused error={run.error} />
        <div role="status" aria-live="polite">
          {run.isPending && <Text size="sm">{t.rowsRead(written.count(progress.rows))}</Text>}
          {run.data !== undefined && (
            <Outcome progress={run.data} isTrial={run.variables?.isTrial ?? false} />
          )}
        </div>
        <DialogFooter>
          <Button
            variant="default"
            disabled={file === null}
            loading={run.isPending}
            onClick={() => start(true)}
          >
            {t.tryFirst}
          </Button>
          <Button disabled={file === null} loading={run.isPending} onClick={() => start(false)}>
            {t.importNow}
          </Button>
        </DialogFooter>
      </Stack>
    </Dialog>
  )
}

function Outcome({
  progress,
  isTrial,
}: {
  readonly progress: Progress
  readonly isTrial: boolean
}) {
  const t = useTexts(CLIENTS_TEXTS)
  const written = useWritten()
  const words = useImportWords()
  const { sums, refused, refusedCount } = progress
  const [created, updated, unchanged, no] =
    sums === null
      ? []
      : [sums.created, sums.updated, sums.unchanged, sums.refused].map(written.count)
  return (
    <Stack gap="sm">
      {sums === null ? (
        <Alert color="orange">{t.cutOff}</Alert>
      ) : (
        <Alert
          color={sums.refused === 0 ? 'teal' : 'orange'}
          title={isTrial ? t.tried : t.imported}
        >
          {t.sums(created ?? '', updated ?? '', unchanged ?? '', no ?? '')}
        </Alert>
      )}
      {refused.length > 0 && (
        <div role="region" aria-label={t.refusedRows} tabIndex={0} className={styles['refused']}>
          <Text size="sm" fw={600} mb={4}>
            {t.refusedRows}
          </Text>
          <List size="sm" spacing={4}>
            {refused.map((row) => (
              <List.Item key={row.line}>
                {t.line(written.count(row.line))}: {rowFaults(row, words).join(' ')}
              </List.Item>
            ))}
          </List>
          {refusedCount > refused.length && (
            <Text size="sm">{t.moreRefused(written.count(refusedCount - refused.length))}</Text>
          )}
        </div>
      )}
    </Stack>
  )
}

function FileRefused({ error }: { readonly error: unknown }) {
  const words = useImportWords()
  const { refusal } = reasonOf(error)
  const why = refusal === null ? null : fileFault(refusal, words)
  return <RefusedNote error={error} words={why === null ? {} : { validation_error: why }} />
}

function useImportWords(): ImportWords {
  return {
    t: useTexts(IMPORT_TEXTS),
    faults: useTexts(FAULT_TEXTS),
    problems: useTexts(PROBLEM_TEXTS),
  }
}
