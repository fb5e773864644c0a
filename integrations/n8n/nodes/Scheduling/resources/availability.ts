import type { INodeProperties } from 'n8n-workflow'
import { DAY, IDS, inQuery, PROFESSIONAL, SERVICES } from '../fields'
import { listing, shownFor } from '../operations'

export const availability: INodeProperties[] = [
  {
    displayName: 'Operation',
    name: 'operation',
    type: 'options',
    noDataExpression: true,
    default: 'slots',
    displayOptions: { show: { resource: ['availability'] } },
    options: [
      {
        name: 'Get Next Dates',
        value: 'nextDates',
        action: 'Get the next dates with a free time',
        routing: listing('/v1/availability/next-dates'),
      },
      {
        name: 'Get Slots',
        value: 'slots',
        action: 'Get the free times of some days',
        routing: listing('/v1/availability/slots'),
      },
    ],
  },
  {
    ...SERVICES,
    displayOptions: { show: { resource: ['availability'] } },
    routing: inQuery('service_ids', IDS),
  },
  {
    displayName: 'From',
    name: 'from',
    type: 'dateTime',
    required: true,
    default: '',
    description: 'The first day',
    displayOptions: shownFor('availability', ['slots']),
    routing: inQuery('from', DAY),
  },
  {
    displayName: 'To',
    name: 'to',
    type: 'dateTime',
    required: true,
    default: '',
    description: 'The last day, included',
    displayOptions: shownFor('availability', ['slots']),
    routing: inQuery('to', DAY),
  },
  {
    displayName: 'Number of Dates',
    name: 'dates',
    type: 'number',
    typeOptions: { minValue: 1, maxValue: 10 },
    default: 5,
    displayOptions: shownFor('availability', ['nextDates']),
    routing: inQuery('limit'),
  },
  {
    displayName: 'Filters',
    name: 'filters',
    type: 'collection',
    placeholder: 'Add Filter',
    default: {},
    displayOptions: { show: { resource: ['availability'] } },
    options: [
      { ...PROFESSIONAL, routing: inQuery('professional_id') },
      {
        displayName: 'Timezone',
        name: 'timezone',
        type: 'string',
        default: '',
        placeholder: 'America/Sao_Paulo',
        description: 'The IANA name of the time zone in which times are returned',
        routing: inQuery('timezone'),
      },
    ],
  },
]
