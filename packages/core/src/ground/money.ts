import { Prisma } from '@scheduling/database'

/** Two decimals, as the API shows money; null stays null. */
export function money(amount: Prisma.Decimal | null): string | null {
  return amount === null ? null : amount.toFixed(2)
}

/** An amount as it is stored; null stays null. @param text of the form of `MoneyInput` */
export function amountOf(text: string | null): Prisma.Decimal | null {
  return text === null ? null : new Prisma.Decimal(text)
}
