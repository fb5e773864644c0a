import type { Transporter } from 'nodemailer'

export type Mailer = {
  /** @returns false where no mail server is configured: the mail waits in its table */
  send(mail: { to: string; subject: string; text: string; html: string }): Promise<boolean>
  close(): void
}

export function createMailer(smtpUrl: string | null, from: string): Mailer {
  if (smtpUrl === null) return { send: async () => false, close: () => undefined }
  let connected: Promise<Transporter> | null = null
  // Loaded with the first mail.
  const transport = () =>
    (connected ??= import('nodemailer').then(({ createTransport }) => createTransport(smtpUrl)))
  return {
    async send({ to, subject, text, html }) {
      await (await transport()).sendMail({ from, to, subject, text, html })
      return true
    },
    close: () => void connected?.then((opened) => opened.close()),
  }
}
