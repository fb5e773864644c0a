/** An amount in reais, entered with the marks of the language and given as the service takes it: `180.00`. */
import { NumberInput, type NumberInputProps } from '@mantine/core'
import { useLanguage } from '../words/language.tsx'

type Props = Omit<NumberInputProps, 'value' | 'onChange'> & {
  /** Empty: nothing was entered. */
  readonly value: string
  readonly onChange: (amount: string) => void
}

/** Ten digits before the mark. */
const MOST = 9_999_999_999.99

export function MoneyInput({ value, onChange, ...rest }: Props) {
  const { language } = useLanguage()
  const isPt = language === 'pt'
  return (
    <NumberInput
      prefix={isPt ? 'R$ ' : 'R$'}
      decimalSeparator={isPt ? ',' : '.'}
      thousandSeparator={isPt ? '.' : ','}
      allowedDecimalSeparators={[',', '.']}
      decimalScale={2}
      allowNegative={false}
      max={MOST}
      hideControls
      inputMode="decimal"
      {...rest}
      value={value === '' ? '' : Number(value)}
      onChange={(next) => {
        const number = Number(next)
        onChange(next === '' || !Number.isFinite(number) ? '' : number.toFixed(2))
      }}
    />
  )
}
