import { sqlOf, type Database } from '@scheduling/database'
import { ownerOfCharge } from './charge-owner.ts'
import type { PaymentProvider } from './payment-provider.ts'

/**
 * Charges of live organizations go to the provider, and those of test organizations to the sandbox, whatever is
 * configured. Whose a charge is stands in the database, so that no caller can be wrong about it.
 *
 * @throws for a charge of no deposit: nobody is asked about it
 */
export function paymentsOfOrganizations(
  db: Database,
  of: { readonly live: PaymentProvider; readonly test: PaymentProvider },
): PaymentProvider {
  const providerOf = async (chargeId: string): Promise<PaymentProvider> => {
    const owner = await ownerOfCharge(sqlOf(db), chargeId)
    if (owner === null) throw new Error('No deposit has this charge.')
    return owner.livemode ? of.live : of.test
  }
  return {
    createCharge: async (charge) => (await providerOf(charge.chargeId)).createCharge(charge),
    payments: async (chargeId) => (await providerOf(chargeId)).payments(chargeId),
    withdrawCharge: async (chargeId) => (await providerOf(chargeId)).withdrawCharge(chargeId),
    refund: async (refund) => (await providerOf(refund.chargeId)).refund(refund),
  }
}
