import type { INodeProperties, INodePropertyRouting } from 'n8n-workflow'
import { POSTS, shownFor } from './operations'

export const inBody = (property: string, value?: string): INodePropertyRouting => ({
  send: { type: 'body', property, ...(value === undefined ? {} : { value }) },
})

export const inQuery = (property: string, value?: string): INodePropertyRouting => ({
  send: { type: 'query', property, ...(value === undefined ? {} : { value }) },
})

/** A time without an offset is one of the workflow's time zone. */
export const INSTANT = '={{ DateTime.fromISO(String($value)).toISO() }}'

export const DAY = '={{ String($value).slice(0, 10) }}'

/** A list of ids, which an expression can write with commas as well. */
export const IDS = '={{ String($value).split(",").map(Number) }}'

export const OBJECT = '={{ typeof $value === "string" ? JSON.parse($value) : $value }}'

/** The id of the record that the operations are about. */
export function recordId(
  resource: string,
  name: string,
  displayName: string,
  operations: string[],
): INodeProperties {
  return {
    displayName,
    name,
    type: 'number',
    typeOptions: { minValue: 1 },
    required: true,
    default: 0,
    displayOptions: shownFor(resource, operations),
  }
}

/** How many records of a list are returned. */
export function listLength(resource: string): INodeProperties[] {
  return [
    {
      displayName: 'Return All',
      name: 'returnAll',
      type: 'boolean',
      default: false,
      description: 'Whether to return all results or only up to a given limit',
      displayOptions: shownFor(resource, ['getAll']),
      routing: {
        send: { paginate: '={{ $value }}', type: 'query', property: 'limit', value: '200' },
        operations: {
          pagination: {
            type: 'generic',
            properties: {
              continue: '={{ $response.body.has_more }}',
              request: {
                qs: '={{ Object.assign({}, $request.qs, { cursor: $response.body?.next_cursor }) }}' as never,
              },
            },
          },
        },
      },
    },
    {
      displayName: 'Limit',
      name: 'limit',
      type: 'number',
      typeOptions: { minValue: 1, maxValue: 200 },
      default: 50,
      description: 'Max number of results to return',
      displayOptions: {
        show: { resource: [resource], operation: ['getAll'], returnAll: [false] },
      },
      routing: inQuery('limit'),
    },
  ]
}

export const SERVICES: INodeProperties = {
  displayName: 'Service Names or IDs',
  name: 'serviceIds',
  type: 'multiOptions',
  typeOptions: { loadOptionsMethod: 'getServices' },
  required: true,
  default: [],
  description:
    'Performed one after the other, in this order. Choose from the list, or specify IDs using an <a href="https://docs.n8n.io/code/expressions/">expression</a>.',
}

export const PROFESSIONAL: INodeProperties = {
  displayName: 'Professional Name or ID',
  name: 'professionalId',
  type: 'options',
  typeOptions: { loadOptionsMethod: 'getProfessionals' },
  default: '',
  description:
    'Choose from the list, or specify an ID using an <a href="https://docs.n8n.io/code/expressions/">expression</a>',
}

export const UPDATED_SINCE: INodeProperties = {
  displayName: 'Updated Since',
  name: 'updatedSince',
  type: 'dateTime',
  default: '',
  description: 'Return only records that changed at or after this time',
  routing: inQuery('updated_since', INSTANT),
}

export const METADATA: INodeProperties = {
  displayName: 'Metadata',
  name: 'metadata',
  type: 'json',
  default: '{}',
  description: 'Keys and values of your own',
  routing: inBody('metadata', OBJECT),
}

export const NOTIFY_CLIENT: INodeProperties = {
  displayName: 'Notify Client',
  name: 'notifyClient',
  type: 'boolean',
  default: true,
  description: 'Whether the clinic sends its message about this to the client',
  routing: inBody('notify_client'),
}

export const NOTES: INodeProperties = {
  displayName: 'Notes',
  name: 'notes',
  type: 'string',
  default: '',
  routing: inBody('notes'),
}

const ON_MATCH: INodeProperties = {
  displayName: 'When the Client Is Known',
  name: 'onMatch',
  type: 'options',
  default: 'return',
  description: 'What happens if a client with this phone, email or CPF exists',
  options: [
    { name: 'Create Another If the First Name Differs', value: 'create' },
    { name: 'Return Unchanged', value: 'return' },
    { name: 'Update', value: 'update' },
  ],
}

/** @param parent the object that holds them, with a dot, or nothing */
function details(parent: string): INodeProperties[] {
  return [
    {
      displayName: 'Birth Date',
      name: 'birthDate',
      type: 'dateTime',
      default: '',
      routing: inBody(`${parent}birth_date`, DAY),
    },
    {
      displayName: 'CPF',
      name: 'cpf',
      type: 'string',
      default: '',
      routing: inBody(`${parent}cpf`),
    },
    {
      displayName: 'Email',
      name: 'email',
      type: 'string',
      placeholder: 'name@email.com',
      default: '',
      routing: inBody(`${parent}email`),
    },
    {
      displayName: 'Last Name',
      name: 'lastName',
      type: 'string',
      default: '',
      routing: inBody(`${parent}last_name`),
    },
    {
      displayName: 'Phone',
      name: 'phone',
      type: 'string',
      default: '',
      routing: inBody(`${parent}phone`),
    },
  ]
}

export const CLIENT_DETAILS = [...details(''), METADATA]

export const CLIENT_DETAILS_OF_NEW = [
  ...CLIENT_DETAILS,
  { ...ON_MATCH, routing: inBody('on_match') },
]

/** For whom something is created: a client by id, or by what is known of the person. */
export function clientOf(resource: string): INodeProperties[] {
  const shown = (clientBy: string) => ({
    show: { resource: [resource], operation: ['create'], clientBy: [clientBy] },
  })
  return [
    {
      displayName: 'Client',
      name: 'clientBy',
      type: 'options',
      default: 'details',
      displayOptions: shownFor(resource, ['create']),
      options: [
        {
          name: 'Find or Create',
          value: 'details',
          description: 'The client with this phone, email or CPF, or a new one',
        },
        { name: 'ID', value: 'id' },
      ],
    },
    {
      displayName: 'Client ID',
      name: 'clientId',
      type: 'number',
      typeOptions: { minValue: 1 },
      required: true,
      default: 0,
      displayOptions: shown('id'),
      routing: inBody('client_id'),
    },
    {
      displayName: 'First Name',
      name: 'firstName',
      type: 'string',
      required: true,
      default: '',
      displayOptions: shown('details'),
      routing: inBody('client.first_name'),
    },
    {
      displayName: 'Client Details',
      name: 'clientDetails',
      type: 'collection',
      placeholder: 'Add Detail',
      default: {},
      displayOptions: shown('details'),
      options: [...details('client.'), { ...ON_MATCH, routing: inBody('client.on_match') }],
    },
  ]
}

/** What every POST can be given. */
export const OPTIONS_OF_POSTS: INodeProperties = {
  displayName: 'Options',
  name: 'options',
  type: 'collection',
  placeholder: 'Add Option',
  default: {},
  displayOptions: { show: { operation: POSTS } },
  options: [
    {
      displayName: 'Idempotency Key',
      name: 'idempotencyKey',
      type: 'string',
      default: '',
      description:
        'A request that is sent again with the same key does nothing twice. By default a node that n8n tries again has the key of its first try. To be safe when a whole workflow runs again, build it from the ID of the event and the name of the step.',
    },
  ],
}
