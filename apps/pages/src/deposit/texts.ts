import type { Texts } from '../language.ts'

const PT = {
  title: 'Sinal',
  payTitle: 'Pague o sinal',
  why: {
    appointment: 'O horário só fica garantido com o pagamento.',
    queue_entry: 'O lugar na fila só fica garantido com o pagamento.',
  },
  until: 'Pague até',
  left: 'faltam',
  byTeam: 'A equipe vai combinar o sinal com você.',
  kept: 'Sem o pagamento, a reserva vale até',
  demonstration: 'Demonstração: este código não é de um banco, e ninguém paga de verdade.',
  how: 'Copie o código, abra o aplicativo do seu banco, escolha Pix copia e cola e cole o código lá. Em outro aparelho, leia o QR code.',
  showQr: 'Mostrar o QR code',
  qr: 'QR code do Pix, com o mesmo código que está escrito abaixo',
  code: 'Código Pix copia e cola',
  copy: 'Copiar o código',
  copied: 'Código copiado',
  codeComes: 'O código de pagamento está sendo gerado. Ele aparece aqui em instantes.',
  turns: 'Depois do pagamento, esta página muda sozinha.',
  reload: 'Atualizar a página',
  play: 'Simular o pagamento (ninguém paga de verdade)',
  checking:
    'O tempo para pagar acabou. Se você pagou a tempo, espere um pouco: estamos conferindo com o banco.',
  amount: 'Valor',
  state: 'Situação',
  paidAt: 'Pago em',
  refunded: 'Devolvido',
  states: {
    PENDING: 'Aguardando o pagamento',
    PAID: 'Pago',
    EXPIRED: 'Não foi pago a tempo',
    REFUNDED: 'Devolvido',
  },
  says: {
    PAID: {
      appointment: 'Recebemos o pagamento. O horário está garantido.',
      queue_entry: 'Recebemos o pagamento. O lugar na fila está garantido.',
    },
    EXPIRED: {
      appointment: 'O tempo para pagar acabou, e o horário ficou livre para outra pessoa.',
      queue_entry: 'O tempo para pagar acabou, e o lugar na fila foi liberado.',
    },
    REFUNDED: {
      appointment: 'O dinheiro voltou para quem pagou.',
      queue_entry: 'O dinheiro voltou para quem pagou.',
    },
  },
  partly: (amount: string) => `Uma parte voltou para quem pagou: ${amount}.`,
  wayBack: {
    appointment: 'Para ver, mudar ou cancelar o horário, abra o link da reserva.',
    queue_entry: 'Para ver o lugar na fila, abra o link da fila.',
  },
  again: 'Marcar um horário',
}
export type DepositTexts = typeof PT

const EN: DepositTexts = {
  title: 'Deposit',
  payTitle: 'Pay the deposit',
  why: {
    appointment: 'The time is yours only once it is paid.',
    queue_entry: 'The place in the queue is yours only once it is paid.',
  },
  until: 'Pay by',
  left: 'left:',
  byTeam: 'The team will arrange the deposit with you.',
  kept: 'Unpaid, it is kept until',
  demonstration: 'Demonstration: this code is not from a bank, and no money moves.',
  how: "Copy the code, open your bank's app, choose Pix and paste the code there. On another device, scan the QR code.",
  showQr: 'Show the QR code',
  qr: 'QR code for Pix, with the same code that is written below',
  code: 'Pix code to copy and paste',
  copy: 'Copy the code',
  copied: 'Code copied',
  codeComes: 'The payment code is being made. It appears here in a moment.',
  turns: 'After the payment this page changes by itself.',
  reload: 'Reload the page',
  play: 'Play the payment (no money moves)',
  checking: 'The time to pay is over. If you paid in time, wait a little: we are asking the bank.',
  amount: 'Amount',
  state: 'Status',
  paidAt: 'Paid on',
  refunded: 'Refunded',
  states: {
    PENDING: 'Waiting for the payment',
    PAID: 'Paid',
    EXPIRED: 'Not paid in time',
    REFUNDED: 'Refunded',
  },
  says: {
    PAID: {
      appointment: 'We have received the payment. The time is yours.',
      queue_entry: 'We have received the payment. The place in the queue is yours.',
    },
    EXPIRED: {
      appointment: 'The time to pay is over, and another client can book the time now.',
      queue_entry: 'The time to pay is over, and the place in the queue was given up.',
    },
    REFUNDED: {
      appointment: 'The money went back to the payer.',
      queue_entry: 'The money went back to the payer.',
    },
  },
  partly: (amount) => `A part went back to the payer: ${amount}.`,
  wayBack: {
    appointment: 'To see, move or cancel the appointment, open the link of the booking.',
    queue_entry: 'To see the place in the queue, open the link of the queue.',
  },
  again: 'Book a time',
}

export const DEPOSIT_TEXTS: Texts<DepositTexts> = { pt: PT, en: EN }
