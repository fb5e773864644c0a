import type { UseFormReturnType } from '@mantine/form'
import { useMemo } from 'react'
import { reasonOf } from '../api/reason.ts'
import { useFaultText } from '../words/faults.ts'

/** Writes the faults of a refusal beside the fields of a form. Returns whether each has a field there. */
export function useSetFaults(): <Values extends object>(
  form: UseFormReturnType<Values>,
  error: unknown,
) => boolean {
  const textOf = useFaultText()
  return useMemo(
    () => (form, error) => {
      const { refusal } = reasonOf(error)
      if (refusal === null || refusal.errors.length === 0) return false
      const fields = new Set(Object.keys(form.getValues()))
      const written = refusal.errors.filter(({ field }) => fields.has(field.split(/[.[]/)[0] ?? ''))
      form.setErrors(
        Object.fromEntries(
          written.map((fault) => [fault.field.split('[')[0] ?? fault.field, textOf(fault)]),
        ),
      )
      return written.length === refusal.errors.length
    },
    [textOf],
  )
}
