/** A real mail server on this machine. It keeps what it is sent. */
import type { AddressInfo } from 'node:net'
import { SMTPServer } from 'smtp-server'

export type DeliveredMail = {
  /** The addresses of the envelope, separated by commas. */
  readonly to: string
  readonly head: string
  readonly text: string
}

export type MailServer = {
  readonly url: string
  /** In the order in which they came. */
  readonly mails: readonly DeliveredMail[]
  close(): Promise<void>
}

/** @param takes resolves when the server takes a mail; what it throws is the refusal, such as `{responseCode: 451}` */
export async function startMailServer(
  takes: (mail: DeliveredMail) => Promise<void> = async () => undefined,
): Promise<MailServer> {
  const mails: DeliveredMail[] = []
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData(stream, session, done) {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', () => {
        const to = session.envelope.rcptTo.map(({ address }) => address).join()
        const raw = Buffer.concat(chunks).toString('utf8')
        const end = raw.indexOf('\r\n\r\n')
        const mail = { to, head: raw.slice(0, end), text: decoded(raw.slice(end)) }
        mails.push(mail)
        takes(mail).then(
          () => done(),
          (error: Error) => done(error),
        )
      })
    },
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.server.address() as AddressInfo
  return {
    url: `smtp://127.0.0.1:${port}`,
    mails,
    close: () => new Promise<void>((resolve) => server.close(resolve)),
  }
}

/** Words over quoted-printable lines become whole again. */
function decoded(raw: string): string {
  const bytes = raw
    .replaceAll(/=\r?\n/g, '')
    .replaceAll(/=([0-9A-F]{2})/g, (_, hex: string) =>
      String.fromCharCode(Number.parseInt(hex, 16)),
    )
  return Buffer.from(bytes, 'latin1').toString('utf8')
}
