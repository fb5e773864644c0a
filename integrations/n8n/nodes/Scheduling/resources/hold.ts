import type { INodeProperties } from 'n8n-workflow'
import {
  IDS,
  inBody,
  inQuery,
  INSTANT,
  listLength,
  PROFESSIONAL,
  recordId,
  SERVICES,
} from '../fields'
import { getting, listing, pathOf, posting, shownFor } from '../operations'

const one = pathOf('holds', 'holdId')

export const hold: INodeProperties[] = [
  {
    displayName: 'Operation',
    name: 'operation',
    type: 'options',
    noDataExpression: true,
    default: 'create',
    displayOptions: { show: { resource: ['hold'] } },
    options: [
      {
        name: 'Create',
        value: 'create',
        action: 'Hold a time',
        description: 'Keep a free time for some minutes',
        routing: posting('/v1/holds'),
      },
      { name: 'Get', value: 'get', action: 'Get a hold', routing: getting(one) },
      {
        name: 'Get Many',
        value: 'getAll',
        action: 'Get many holds',
        routing: listing('/v1/holds'),
      },
      {
        name: 'Release',
        value: 'release',
        action: 'Release a hold',
        routing: {
          request: { method: 'DELETE', url: one },
          output: {
            postReceive: [{ type: 'set', properties: { value: '={{ { "released": true } }}' } }],
          },
        },
      },
    ],
  },
  recordId('hold', 'holdId', 'Hold ID', ['get', 'release']),
  {
    ...SERVICES,
    displayOptions: shownFor('hold', ['create']),
    routing: inBody('service_ids', IDS),
  },
  {
    displayName: 'Start',
    name: 'start',
    type: 'dateTime',
    required: true,
    default: '',
    displayOptions: shownFor('hold', ['create']),
    routing: inBody('start', INSTANT),
  },
  {
    displayName: 'Additional Fields',
    name: 'additionalFields',
    type: 'collection',
    placeholder: 'Add Field',
    default: {},
    displayOptions: shownFor('hold', ['create']),
    options: [
      {
        displayName: 'Holder',
        name: 'holder',
        type: 'string',
        default: '',
        description:
          'Your ID of the visitor, such as a session, without personal data. A new hold of the same visitor replaces the earlier one.',
        routing: inBody('holder'),
      },
      {
        displayName: 'Minutes',
        name: 'minutes',
        type: 'number',
        typeOptions: { minValue: 1 },
        default: 5,
        description: 'How long the time is held',
        routing: inBody('minutes'),
      },
      { ...PROFESSIONAL, routing: inBody('professional_id') },
    ],
  },
  ...listLength('hold'),
  {
    displayName: 'Filters',
    name: 'filters',
    type: 'collection',
    placeholder: 'Add Filter',
    default: {},
    displayOptions: shownFor('hold', ['getAll']),
    options: [
      {
        displayName: 'Status',
        name: 'status',
        type: 'multiOptions',
        default: [],
        options: [
          { name: 'Booked', value: 'BOOKED' },
          { name: 'Expired', value: 'EXPIRED' },
          { name: 'Held', value: 'HELD' },
          { name: 'Released', value: 'RELEASED' },
        ],
        routing: inQuery('status'),
      },
    ],
  },
]
