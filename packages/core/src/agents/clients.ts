import { z } from 'zod'
import { plainText } from '../clients/search.ts'
import { LIMITS } from '../contract/limits.ts'
import { invalid } from '../contract/problems.ts'
import { ToolRefusal } from './refusal.ts'
import { Email } from './inputs.ts'
import { tool } from './tool.ts'
import { AgentClient, agentClient, namedClient } from './written-by-client.ts'

const { toolRecords: MOST } = LIMITS

export const findClients = tool({
  name: 'find_clients',
  title: 'Find clients',
  description:
    'Finds clients by name, phone or e-mail, and says their ids. Several may have one name: ask which one is meant.',
  uses: ['clients.list'],
  input: z.object({
    q: z.string().trim().min(1).max(LIMITS.searchCharacters).optional().meta({
      description: 'Words of the name, in any order, whole or in part.',
    }),
    phone: z.string().trim().min(1).max(LIMITS.valueCharacters).optional().meta({
      description: 'The whole number, written in any way.',
    }),
    email: Email,
  }),
  output: z.object({ clients: z.array(AgentClient), more: z.boolean() }),
  async run({ context, use }, asked) {
    if (Object.values(asked).every((value) => value === undefined)) {
      throw invalid('q', 'required', 'Send `q`, `phone` or `email`.')
    }
    const { data, has_more } = await use('clients.list', { ...asked, limit: LIMITS.pageSizeMax })
    const named = asked.q === undefined ? data : data.filter(withWords(asked.q))
    const clients = named.slice(0, MOST).map((one) => agentClient(context, one))
    const more = has_more || named.length > MOST
    const text = clients.map(({ id, written_by_client: { name, phone, email } }) =>
      [`Client ${id}: «${name}»`, phone, email].filter(Boolean).join(', '),
    )
    const [first, ...others] = text
    if (first === undefined) return { text: NO_CLIENT, result: { clients, more } }
    const lines = others.length === 0 ? [first] : [SEVERAL, first, ...others]
    if (more) lines.push('There are more. Search with more words, or by phone.')
    return { text: lines.join('\n'), result: { clients, more } }
  },
})

/**
 * The list finds words in the e-mail, the phone and the CPF too. An agent that does not see these could guess them
 * there, digit by digit.
 */
function withWords(q: string): (client: { readonly name: string }) => boolean {
  const words = q
    .split(/\s+/)
    .map(plainText)
    .filter((word) => word !== '')
  return ({ name }) => {
    const text = plainText(name)
    return words.length > 0 && words.every((word) => text.includes(word))
  }
}

const NO_CLIENT =
  'No client fits. Ask for another spelling or the phone number, or register the client with find_or_create_client.'
const SEVERAL = 'Several clients fit. Ask the person which one is meant; do not choose.'

export const findOrCreateClient = tool({
  name: 'find_or_create_client',
  title: 'Find a client, or register a new one',
  description:
    'Answers with the client who has this phone or e-mail, or registers a new one. A client who exists is not changed.',
  uses: ['clients.list', 'clients.create'],
  input: z.object({
    first_name: z.string().trim().min(1).max(LIMITS.firstNameCharacters).meta({
      description: 'As the person says it.',
    }),
    last_name: z.string().trim().min(1).max(LIMITS.lastNameCharacters).optional().meta({
      description: 'All the other names.',
    }),
    phone: z.string().trim().min(1).max(LIMITS.valueCharacters).optional().meta({
      description: 'With area code, such as (11) 98765-4321.',
    }),
    email: Email,
    is_new: z.boolean().default(false).meta({
      description:
        'Without phone and e-mail only: the person said that they are none of the clients with this name.',
    }),
  }),
  output: z.object({
    client: AgentClient,
    is_other_name: z.boolean().meta({
      description: 'The phone or e-mail is that of a client with another name. Ask who is meant.',
    }),
  }),
  async run({ context, use, wasDone }, { is_new, ...details }) {
    const { first_name, last_name, phone, email } = details
    const name = [first_name, last_name].filter(Boolean).join(' ')
    const isOnlyNamed = phone === undefined && email === undefined && !is_new
    if (isOnlyNamed && !(await wasDone())) {
      const { data } = await use('clients.list', {
        q: name.slice(0, LIMITS.searchCharacters),
        limit: LIMITS.pageSizeMax,
      })
      const same = data.filter(withWords(name))
      if (same.length > 0) {
        const candidates = same.slice(0, MOST).map((one) => agentClient(context, one))
        throw new ToolRefusal('ambiguous', KNOWN_NAME, { candidates })
      }
    }
    const known = await use('clients.create', details)
    const client = agentClient(context, known)
    // Families share a phone: who is registered already need not be who was meant.
    const isOther = !withWords(first_name)(known)
    const text = isOther
      ? `No client was registered: the phone or e-mail is that of ${namedClient(client)}, under another name. Ask who is meant, and for a phone or e-mail of their own.`
      : `The client is ${namedClient(client)}.`
    return { text, result: { client, is_other_name: isOther } }
  },
})

const KNOWN_NAME =
  'There are clients with this name already. Nothing was changed. Ask for a phone number or an e-mail address, or whether it is one of these. For another person of the same name, call again with `is_new`.'
