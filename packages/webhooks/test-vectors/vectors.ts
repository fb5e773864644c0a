import { serviceSignature, signatureHeaders } from '../src/signature.ts'

/**
 * What `signatures.json` beside this file holds: deliveries that a receiver must accept, and ones
 * that it must refuse. The file is for receivers in any language; a test rewrites it from here and
 * fails when the two differ.
 */
export function signatureVectors() {
  return {
    about:
      'Receivers: body_base64 holds the raw bytes of the body, now the Unix seconds at which the delivery is checked. Accept every delivery under "accept" with its secret, by X-Service-Signature and by webhook-signature; refuse every one under "refuse" by the scheme named.',
    accept: [...accepted()].map(toVector),
    refuse: refused(),
  }
}

type Case = {
  name: string
  secret: string
  previousSecrets?: string[]
  /** The secret that the receiver still uses; default the new one. */
  receiverSecret?: string
  body: string
}

const TIMESTAMP = 1_793_620_800
const GENERATED = 'whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oDazfJJHVeWLg='
const ROTATED = 'whsec_HFsTJcmUp5Qyf0dI6W/x2vGmAqHk1zvYlD0oPbNEL5E='
const ROTATED_AGAIN = 'whsec_q0Xo5e3Kxv1rJ8wYbT2mZ4uLh6sN9cPf7dGiAkQnEtU='
const BODY = '{"id":"evt_01kcz4m3v8q2n7x5r9t6w0hbaj","type":"appointment.confirmed"}'

function* accepted(): Generator<Case> {
  yield { name: 'generated secret', secret: GENERATED, body: BODY }
  yield {
    name: 'after a rotation, receiver has the new secret',
    secret: ROTATED,
    previousSecrets: [GENERATED],
    body: BODY,
  }
  yield {
    name: 'after a rotation, receiver has the old secret',
    secret: ROTATED,
    previousSecrets: [GENERATED],
    receiverSecret: GENERATED,
    body: BODY,
  }
  for (const [name, receiverSecret] of [
    ['newest', ROTATED_AGAIN],
    ['one before', ROTATED],
    ['oldest', GENERATED],
  ] as const) {
    yield {
      name: `after two rotations, receiver has the ${name} secret`,
      secret: ROTATED_AGAIN,
      previousSecrets: [ROTATED, GENERATED],
      receiverSecret,
      body: BODY,
    }
  }
  yield {
    name: 'after five rotations, the oldest an own secret that the receiver still has',
    secret: ROTATED_AGAIN,
    previousSecrets: [
      ROTATED,
      GENERATED,
      'MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw',
      'abcdefghijklmnopqr',
      'correct-horse-battery',
    ],
    receiverSecret: 'correct-horse-battery',
    body: BODY,
  }
  yield { name: 'empty body', secret: GENERATED, body: '' }
  yield {
    name: 'text beyond ASCII',
    secret: GENERATED,
    body: '{"name":"São João d’Água 👋","note":"\\u00e7"}',
  }
  yield {
    name: 'blanks and line ends count',
    secret: GENERATED,
    body: '{\r\n  "a" : 1.0,\n\t"a": 1\n}\n',
  }
  yield { name: 'form body', secret: GENERATED, body: 'nome=Ana+Lima&valor=R%24+10%2C00' }
  yield {
    name: 'own secret that is base64',
    secret: 'MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw',
    body: BODY,
  }
  yield { name: 'own secret that is not base64', secret: 'correct-horse-battery', body: BODY }
  yield {
    name: 'own secret that lacks the padding of base64',
    secret: 'abcdefghijklmnopqr',
    body: BODY,
  }
  yield { name: 'own secret with the prefix, not base64', secret: 'whsec_not*base64', body: BODY }
  yield { name: 'own secret beyond ASCII', secret: 'segredo-da-clínica', body: BODY }
}

function toVector({ name, secret, previousSecrets, receiverSecret, body }: Case) {
  const raw = Buffer.from(body, 'utf8')
  const headers = signatureHeaders({
    eventId: 'evt_01kcz4m3v8q2n7x5r9t6w0hbaj',
    deliveryId: 'dlv_01kcz4m4d5e6f7g8h9j0k1m2n3',
    webhookId: 'whk_01kcz4jz9p8q7r6s5t4v3w2x1y',
    eventType: 'appointment.confirmed',
    timestampSeconds: TIMESTAMP,
    body: raw,
    secret,
    previousSecrets: previousSecrets ?? [],
  })
  const checkedWith = receiverSecret ?? secret
  return { name, secret: checkedWith, now: TIMESTAMP, body_base64: raw.toString('base64'), headers }
}

function refused() {
  const genuine = toVector({ name: '', secret: GENERATED, body: BODY })
  const { headers } = genuine
  const withService = (signature: string) => ({ ...headers, 'X-Service-Signature': signature })
  const withStandard = (signature: string) => ({ ...headers, 'webhook-signature': signature })
  const signature = headers['X-Service-Signature'] ?? ''
  const standard = headers['webhook-signature'] ?? ''
  const refuse = (
    scheme: 'service' | 'standard',
    name: string,
    changes: Partial<Omit<typeof genuine, 'name'>>,
  ) => ({ ...genuine, ...changes, name, scheme })
  const both = (name: string, changes: Partial<Omit<typeof genuine, 'name'>>) => [
    refuse('service', name, changes),
    refuse('standard', name, changes),
  ]
  const changed = Buffer.from(BODY.replace('confirmed', 'cancelled'), 'utf8')
  const rotated = toVector({
    name: '',
    secret: ROTATED,
    previousSecrets: [GENERATED],
    body: BODY,
  })
  const emptySecret = serviceSignature({
    timestampSeconds: TIMESTAMP,
    body: Buffer.from(BODY),
    secret: '',
  })
  return [
    ...both('changed body', { body_base64: changed.toString('base64') }),
    ...both('blank added to the body', {
      body_base64: Buffer.from(`${BODY} `).toString('base64'),
    }),
    ...both('another secret', { secret: ROTATED }),
    ...both('none of several secrets', { headers: rotated.headers, secret: ROTATED_AGAIN }),
    ...both('301 seconds old', { now: TIMESTAMP + 301 }),
    ...both('301 seconds ahead', { now: TIMESTAMP - 301 }),
    refuse('service', 'newer time put on an old signature', {
      now: TIMESTAMP + 1000,
      headers: withService(signature.replace(`t=${TIMESTAMP}`, `t=${TIMESTAMP + 1000}`)),
    }),
    refuse('service', 'no time', { headers: withService(signature.replace(/^t=\d+,/, '')) }),
    refuse('service', 'no signature', { headers: withService(`t=${TIMESTAMP}`) }),
    refuse('service', 'half a signature', { headers: withService(signature.slice(0, -32)) }),
    refuse('service', 'signature of another version', {
      headers: withService(signature.replace('v1=', 'v2=')),
    }),
    refuse('service', 'signed with an empty secret', { headers: withService(emptySecret) }),
    refuse('service', 'empty header', { headers: withService('') }),
    refuse('standard', 'another event id', {
      headers: { ...headers, 'webhook-id': 'evt_01kcz4m3v8q2n7x5r9t6w0hbak' },
    }),
    refuse('standard', 'newer time put on an old signature', {
      now: TIMESTAMP + 1000,
      headers: { ...headers, 'webhook-timestamp': String(TIMESTAMP + 1000) },
    }),
    refuse('standard', 'signature of another version', {
      headers: withStandard(standard.replace('v1,', 'v1a,')),
    }),
    refuse('standard', 'half a signature', { headers: withStandard(standard.slice(0, 20)) }),
    refuse('standard', 'empty header', { headers: withStandard('') }),
  ]
}
