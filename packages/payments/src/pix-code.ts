/**
 * The copy-and-paste code of an instant payment: the text of a BR Code, which is an EMV merchant QR code.
 * Source: Banco Central do Brasil, "Manual de Padrões para Iniciação do Pix".
 */

export type PixCharge = {
  /** Where the payer's bank reads the charge, without `https://`; at most 77 characters. */
  readonly location: string
  /** Two decimals. */
  readonly amount: string
  readonly payee: string
  readonly city: string
}

const NAME_CHARACTERS = 25
const CITY_CHARACTERS = 15

export function pixCode(charge: PixCharge): string {
  const open =
    field('00', '01') +
    // The code can be paid once.
    field('01', '12') +
    field('26', field('00', 'br.gov.bcb.pix') + field('25', charge.location)) +
    field('52', '0000') +
    field('53', '986') +
    field('54', charge.amount) +
    field('58', 'BR') +
    field('59', plain(charge.payee, NAME_CHARACTERS)) +
    field('60', plain(charge.city, CITY_CHARACTERS)) +
    // The charge has the id.
    field('62', field('05', '***')) +
    '6304'
  return open + checksum(open)
}

function field(id: string, value: string): string {
  if (value.length > 99) throw new RangeError(`Field ${id} has more than 99 characters.`)
  return `${id}${String(value.length).padStart(2, '0')}${value}`
}

/** Text without accents, since many bank apps cannot show them. Never empty. */
function plain(text: string, most: number): string {
  const letters = text
    .normalize('NFD')
    .replaceAll(/[^ -~]/g, '')
    .trim()
    .slice(0, most)
    .trim()
  return letters === '' ? 'RECEBEDOR' : letters
}

/** CRC-16/CCITT-FALSE as four upper-case hexadecimal digits. */
export function checksum(text: string): string {
  let crc = 0xffff
  for (const byte of Buffer.from(text)) {
    crc ^= byte << 8
    for (let bit = 0; bit < 8; bit += 1) {
      crc = (crc & 0x8000) === 0 ? crc << 1 : (crc << 1) ^ 0x1021
    }
    crc &= 0xffff
  }
  return crc.toString(16).toUpperCase().padStart(4, '0')
}
