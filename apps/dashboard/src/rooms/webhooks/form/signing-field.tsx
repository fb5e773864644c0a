import { Fieldset, PasswordInput } from '@mantine/core'
import { useTexts } from '../../../words/language.tsx'
import type { WebhookFormPart } from './form-part.ts'
import { FORM_TEXTS } from './texts.ts'

export function SigningField({ form }: WebhookFormPart) {
  const t = useTexts(FORM_TEXTS)
  return (
    <Fieldset legend={t.signing}>
      <PasswordInput
        label={t.ownSecret}
        description={t.ownSecretHint}
        autoComplete="off"
        visibilityToggleButtonProps={{ 'aria-label': t.showSecret }}
        {...form.getInputProps('secret')}
      />
    </Fieldset>
  )
}
