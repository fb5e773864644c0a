import type { INodeProperties } from 'n8n-workflow'
import {
  CLIENT_DETAILS,
  CLIENT_DETAILS_OF_NEW,
  inBody,
  inQuery,
  listLength,
  recordId,
  UPDATED_SINCE,
} from '../fields'
import { getting, listing, patching, pathOf, posting, shownFor } from '../operations'

const one = pathOf('clients', 'clientId')

export const client: INodeProperties[] = [
  {
    displayName: 'Operation',
    name: 'operation',
    type: 'options',
    noDataExpression: true,
    default: 'create',
    displayOptions: { show: { resource: ['client'] } },
    options: [
      {
        name: 'Find or Create',
        value: 'create',
        action: 'Find or create a client',
        description: 'Get the client with this phone, email or CPF, or create one',
        routing: posting('/v1/clients'),
      },
      { name: 'Get', value: 'get', action: 'Get a client', routing: getting(one) },
      {
        name: 'Get Many',
        value: 'getAll',
        action: 'Get many clients',
        routing: listing('/v1/clients'),
      },
      { name: 'Update', value: 'update', action: 'Update a client', routing: patching(one) },
    ],
  },
  recordId('client', 'clientId', 'Client ID', ['get', 'update']),
  {
    displayName: 'First Name',
    name: 'firstName',
    type: 'string',
    required: true,
    default: '',
    displayOptions: shownFor('client', ['create']),
    routing: inBody('first_name'),
  },
  {
    displayName: 'Additional Fields',
    name: 'additionalFields',
    type: 'collection',
    placeholder: 'Add Field',
    default: {},
    displayOptions: shownFor('client', ['create']),
    options: CLIENT_DETAILS_OF_NEW,
  },
  {
    displayName: 'Update Fields',
    name: 'updateFields',
    type: 'collection',
    placeholder: 'Add Field',
    default: {},
    displayOptions: shownFor('client', ['update']),
    options: [
      ...CLIENT_DETAILS,
      {
        displayName: 'First Name',
        name: 'firstName',
        type: 'string',
        default: '',
        routing: inBody('first_name'),
      },
    ],
  },
  ...listLength('client'),
  {
    displayName: 'Filters',
    name: 'filters',
    type: 'collection',
    placeholder: 'Add Filter',
    default: {},
    displayOptions: shownFor('client', ['getAll']),
    options: [
      { displayName: 'CPF', name: 'cpf', type: 'string', default: '', routing: inQuery('cpf') },
      {
        displayName: 'Email',
        name: 'email',
        type: 'string',
        placeholder: 'name@email.com',
        default: '',
        routing: inQuery('email'),
      },
      {
        displayName: 'Phone',
        name: 'phone',
        type: 'string',
        default: '',
        routing: inQuery('phone'),
      },
      {
        displayName: 'Search',
        name: 'q',
        type: 'string',
        default: '',
        description: 'Words of the name, the email, the phone or the CPF',
        routing: inQuery('q'),
      },
      UPDATED_SINCE,
    ],
  },
]
