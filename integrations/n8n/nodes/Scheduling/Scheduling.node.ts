import { NodeConnectionTypes, type INodeType, type INodeTypeDescription } from 'n8n-workflow'
import { getProfessionals, getQueueServices, getServices } from '../shared/loadOptions'
import { BASE_URL } from '../shared/request'
import { OPTIONS_OF_POSTS } from './fields'
import { refuseProblem } from './problem'
import { appointment } from './resources/appointment'
import { availability } from './resources/availability'
import { client } from './resources/client'
import { hold } from './resources/hold'
import { queueEntry } from './resources/queueEntry'

export class Scheduling implements INodeType {
  description: INodeTypeDescription = {
    displayName: 'Scheduling',
    name: 'scheduling',
    icon: {
      light: 'file:../../icons/scheduling.svg',
      dark: 'file:../../icons/scheduling.dark.svg',
    },
    group: ['transform'],
    version: 1,
    subtitle: '={{$parameter["operation"] + ": " + $parameter["resource"]}}',
    description: 'Book appointments and work with clients, holds, the queue and free times',
    defaults: { name: 'Scheduling' },
    usableAsTool: true,
    inputs: [NodeConnectionTypes.Main],
    outputs: [NodeConnectionTypes.Main],
    credentials: [{ name: 'schedulingApi', required: true }],
    requestDefaults: {
      baseURL: BASE_URL,
      headers: { Accept: 'application/json', 'Content-Type': 'application/json' },
      arrayFormat: 'repeat',
      ignoreHttpStatusErrors: true,
    },
    properties: [
      {
        displayName: 'Resource',
        name: 'resource',
        type: 'options',
        noDataExpression: true,
        default: 'appointment',
        // The first of all, so that an answer is read only once it is known to be no problem.
        routing: { output: { postReceive: [refuseProblem] } },
        options: [
          { name: 'Appointment', value: 'appointment' },
          { name: 'Availability', value: 'availability' },
          { name: 'Client', value: 'client' },
          { name: 'Hold', value: 'hold' },
          { name: 'Queue Entry', value: 'queueEntry' },
        ],
      },
      ...appointment,
      ...availability,
      ...client,
      ...hold,
      ...queueEntry,
      OPTIONS_OF_POSTS,
    ],
  }

  methods = { loadOptions: { getProfessionals, getQueueServices, getServices } }
}
