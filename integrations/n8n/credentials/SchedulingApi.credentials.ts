import type {
  IAuthenticateGeneric,
  Icon,
  ICredentialTestRequest,
  ICredentialType,
  INodeProperties,
} from 'n8n-workflow'

export class SchedulingApi implements ICredentialType {
  name = 'schedulingApi'

  displayName = 'Scheduling API'

  icon: Icon = { light: 'file:../icons/scheduling.svg', dark: 'file:../icons/scheduling.dark.svg' }

  documentationUrl = 'https://api.example.com/docs/automation'

  properties: INodeProperties[] = [
    {
      displayName: 'Base URL',
      name: 'baseUrl',
      type: 'string',
      default: '',
      required: true,
      placeholder: 'https://api.example.com',
      description: 'The address of the service, without /v1',
    },
    {
      displayName: 'API Key',
      name: 'apiKey',
      type: 'string',
      typeOptions: { password: true },
      default: '',
      required: true,
      description:
        'A key of its own for n8n. Actions need the scopes read and write, the trigger read and webhooks:manage.',
    },
  ]

  authenticate: IAuthenticateGeneric = {
    type: 'generic',
    properties: { headers: { Authorization: '=Bearer {{$credentials.apiKey}}' } },
  }

  test: ICredentialTestRequest = {
    request: { baseURL: '={{$credentials.baseUrl.replace(/[/]+$/, "")}}', url: '/v1/me' },
  }
}
