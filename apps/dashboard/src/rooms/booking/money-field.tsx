/** An amount of money, as the service takes it: `180.00`. */
import { NumberInput } from '@mantine/core'
import type { ReactNode } from 'react'
import { useLanguage } from '../../words/language.tsx'

type Props = {
  readonly label: string
  readonly description?: string
  /** Null: empty. */
  readonly value: string | null
  onChange(amount: string | null): void
  readonly error?: ReactNode
  readonly disabled?: boolean
  readonly required?: boolean
}

const MOST = 9_999_999_999.99

export function MoneyField({ value, onChange, ...rest }: Props) {
  const { language } = useLanguage()
  return (
    <NumberInput
      {...rest}
      prefix="R$ "
      decimalScale={2}
      fixedDecimalScale
      decimalSeparator={language === 'pt' ? ',' : '.'}
      thousandSeparator={language === 'pt' ? '.' : ','}
      allowNegative={false}
      max={MOST}
      clampBehavior="strict"
      hideControls
      value={value === null ? '' : Number(value)}
      onChange={(next) => onChange(next === '' ? null : Number(next).toFixed(2))}
    />
  )
}
