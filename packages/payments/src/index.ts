/** Getting paid: the interface of payment providers, the Pix API of Brazilian banks, and the text of a payment code. */
export { banksIn, type Bank, type Banks } from './pix/banks.ts'
export { isCertificateWithKey, pixPayments, type PixAccount, type PixPayments } from './pix/pix.ts'
export { pixCode } from './pix-code.ts'
export {
  isFinal,
  ProviderError,
  type NewCharge,
  type NewRefund,
  type Payment,
  type PaymentProvider,
  type ProviderFault,
  type RefundState,
} from './payment-provider.ts'
