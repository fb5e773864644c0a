import type { Prisma } from '@scheduling/database'

/** Two decimals, as the API shows money; null stays null. */
export function money(amount: Prisma.Decimal | null): string | null {
  return amount === null ? null : amount.toFixed(2)
}
