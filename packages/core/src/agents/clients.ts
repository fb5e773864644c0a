import { z } from 'zod'
import { plainText } from '../clients/search.ts'
import { LIMITS } from '../contract/limits.ts'
import { invalid } from '../contract/problems.ts'
import { ToolRefusal } from './refusal.ts'
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
    phone: z.string().max(LIMITS.valueCharacters).optional().meta({
      description: 'The whole number, written in any way.',
    }),
    email: z.string().max(LIMITS.emailCharacters).optional(),
  }),
  output: z.object({ clients: z.array(AgentClient), more: z.boolean() }),
  async run({ context, use }, asked) {
    if (Object.values(asked).every((value) => value === undefined)) {
      throw invalid('q', 'required', 'Send `q`, `phone` or `email`.')
    }
    const { data, has_more } = await use('clients.list', { ...asked, limit: LIMITS.pageSizeMax })
    const named = data.filter(({ name }) => hasWords(name, asked.q ?? ''))
    const clients = named.slice(0, MOST).map((one) => agentClient(context, one))
    const more = has_more || named.length > MOST
    const text = clients.map(({ id, written_by_client: { name, phone, email } }) =>
      [`Client ${id}: «${name}»`, phone, email].filter(Boolean).join(', '),
    )
    const [first, ...others] = text
    if (first === undefined) return { text: NOBODY, result: { clients, more } }
    const lines = others.length === 0 ? [first] : [SEVERAL, first, ...others]
    if (more) lines.push('There are more. Search with more words, or by phone.')
    return { text: lines.join('\n'), result: { clients, more } }
  },
})

/**
 * The list finds words in the e-mail, the phone and the CPF too. An agent that does not see these could guess them
 * there, digit by digit.
 */
function hasWords(name: string, words: string): boolean {
  const text = plainText(name)
  return words.split(/\s+/).every((word) => text.includes(plainText(word)))
}

const NOBODY =
  'No client fits. Ask for another spelling or the phone number, or register the client with find_or_create_client.'
const SEVERAL = 'Several clients fit. Ask the person which one is meant; do not choose.'

export const findOrCreateClient = tool({
  name: 'find_or_create_client',
  title: 'Find a client, or register a new one',
  description:
    'Answers with the client who has this phone or e-mail, or registers a new one. A client who exists is not changed.',
  uses: ['clients.list', 'clients.create'],
  input: z.object({
    first_name: z.string().trim().min(1).max(LIMITS.firstNameCharacters),
    last_name: z.string().max(LIMITS.lastNameCharacters).optional(),
    phone: z.string().max(LIMITS.valueCharacters).optional().meta({
      description: 'With area code, such as (11) 98765-4321.',
    }),
    email: z.string().max(LIMITS.emailCharacters).optional(),
    is_new: z.boolean().default(false).meta({
      description:
        'Without phone and e-mail only: the person said that they are none of the clients with this name.',
    }),
  }),
  output: z.object({ client: AgentClient }),
  async run({ context, use, wasDone }, { is_new, ...details }) {
    const { first_name, last_name, phone, email } = details
    const name = [first_name, last_name].filter(Boolean).join(' ')
    const isOnlyNamed = phone === undefined && email === undefined && !is_new
    if (isOnlyNamed && !(await wasDone())) {
      const { data } = await use('clients.list', {
        q: name.slice(0, LIMITS.searchCharacters),
        limit: LIMITS.pageSizeMax,
      })
      const same = data.filter((one) => plainText(one.name).startsWith(plainText(name)))
      if (same.length > 0) {
        const candidates = same.slice(0, MOST).map((one) => agentClient(context, one))
        throw new ToolRefusal('ambiguous', KNOWN_NAME, { candidates })
      }
    }
    const client = agentClient(context, await use('clients.create', details))
    return { text: `The client is ${namedClient(client)}.`, result: { client } }
  },
})

const KNOWN_NAME =
  'There are clients with this name already. Nothing was changed. Ask for a phone number or an e-mail address, or whether it is one of these. For somebody else of the same name, call again with `is_new`.'
