import parseAddresses from 'nodemailer/lib/addressparser/index.js'

/**
 * The address in a sender such as `Agenda <no-reply@example.com>`, by the parser that sends with it.
 *
 * @returns null where the text is not one sender with an address
 */
export function senderAddress(from: string): string | null {
  const [sender, ...more] = parseAddresses(from, { flatten: true })
  const isAddress = sender !== undefined && /^[^\s@<>]+@[^\s@<>]+$/.test(sender.address)
  return isAddress && more.length === 0 ? sender.address : null
}
