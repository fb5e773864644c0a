import { createTransport } from 'nodemailer'

export type Mailer = {
  /** @returns false where no mail server is configured: the mail waits in its table */
  send(mail: { to: string; subject: string; text: string }): Promise<boolean>
  close(): void
}

export function createMailer(smtpUrl: string | null, from: string): Mailer {
  if (smtpUrl === null) return { send: async () => false, close: () => undefined }
  const transport = createTransport(smtpUrl)
  return {
    async send({ to, subject, text }) {
      await transport.sendMail({ from, to, subject, text })
      return true
    },
    close: () => transport.close(),
  }
}
