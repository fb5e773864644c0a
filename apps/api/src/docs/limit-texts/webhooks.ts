import { LIMITS } from '@scheduling/core'
import { tooLong, tooMany, type Beyond, type Chapter } from './limit-text.ts'

const templateInvalid: Beyond = {
  code: 'template_invalid',
  field: 'template.body',
  fieldCode: 'template_result',
}

const templateForbidden: Beyond = {
  code: 'template_invalid',
  field: 'template.body',
  fieldCode: 'template_forbidden',
}

export const WEBHOOKS = {
  webhooksPerOrganization: {
    says: 'Webhooks per organization',
    unit: '',
    where: '`POST /v1/webhooks`',
    beyond: { code: 'webhook_limit_reached' },
  },
  webhookEvents: {
    says: 'Entries in `events`',
    unit: '',
    where: 'webhooks',
    beyond: tooMany('events'),
  },
  webhookFilterValues: {
    says: 'Entries in each list of `filters`',
    unit: '',
    where: 'webhooks',
    beyond: tooMany('filters.service_ids'),
  },
  webhookNameCharacters: {
    says: 'Length of `name`',
    unit: 'characters',
    where: 'webhooks',
    beyond: tooLong('name'),
  },
  webhookUrlCharacters: {
    says: 'Length of `url`',
    unit: 'characters',
    where: 'webhooks',
    beyond: tooLong('url'),
  },
  webhookHeaders: {
    says: 'Entries in `headers`',
    unit: '',
    where: 'webhooks',
    beyond: tooMany('headers'),
  },
  webhookHeaderNameCharacters: {
    says: 'Length of a name in `headers`',
    unit: 'characters',
    where: 'webhooks',
    beyond: tooLong('headers.X-Team'),
  },
  webhookHeaderValueCharacters: {
    says: 'Length of a value in `headers`',
    unit: 'characters',
    where: 'webhooks',
    beyond: tooLong('headers.X-Team'),
  },
  webhookSecrets: {
    says: 'Entries in `secrets`',
    unit: '',
    where: 'webhooks with `format: custom`',
    beyond: tooMany('secrets'),
  },
  webhookSecretNameCharacters: {
    says: 'Length of a name in `secrets`',
    unit: 'characters',
    where: 'webhooks with `format: custom`',
    beyond: { code: 'validation_error', field: 'secrets.crm_key', fieldCode: 'invalid_format' },
  },
  webhookSecretValueCharacters: {
    says: 'Length of a value in `secrets`',
    unit: 'characters',
    where: 'webhooks with `format: custom`',
    beyond: tooLong('secrets.crm_key'),
  },
  templateParts: {
    says: 'Entries in `headers` and in `query` of a template',
    unit: '',
    where: 'webhooks with `format: custom`',
    beyond: tooMany('template.headers'),
  },
  templateFormFields: {
    says: 'Fields of a form in `body` of a template',
    unit: '',
    where: 'webhooks with `format: custom`',
    beyond: tooMany('template.body'),
  },
  templateBytes: {
    says: 'Size of a template',
    unit: 'bytes',
    where: 'webhooks with `format: custom`',
    beyond: tooLong('template.body'),
  },
  templateResultBytes: {
    says: 'Size of the result of a template',
    unit: 'bytes',
    where: 'webhooks with `format: custom`; at delivery the attempt fails with `result_too_large`',
    beyond: templateInvalid,
  },
  templateMilliseconds: {
    says: 'Time to render a template',
    unit: 'milliseconds',
    where: 'webhooks with `format: custom`; at delivery the attempt fails with `template_error`',
    beyond: templateInvalid,
  },
  templateNestedLoops: {
    says: 'Depth of nested loops in a template',
    unit: '',
    where: 'webhooks with `format: custom`',
    beyond: templateForbidden,
  },
  templateDepth: {
    says: 'Depth of nested blocks, brackets and expressions in a template',
    unit: '',
    where: 'webhooks with `format: custom`',
    beyond: templateForbidden,
  },
  templateNodes: {
    says: 'Parts of one text of a template, after parsing',
    unit: '',
    where: 'webhooks with `format: custom`',
    beyond: templateForbidden,
  },
  templateSteps: {
    says: 'Steps to parse and render a template',
    unit: '',
    where: 'webhooks with `format: custom`; at delivery the attempt fails with `template_error`',
    beyond: templateInvalid,
  },
  templateNameCharacters: {
    says: 'Length of a name in a template',
    unit: 'characters',
    where: 'webhooks with `format: custom`',
    beyond: templateForbidden,
  },
  templateTextFaults: {
    says: 'Entries in `errors` about one text of a template',
    unit: '',
    where: 'webhooks with `format: custom`',
    beyond: { instead: 'Only the first ones are listed.' },
  },
  templateFaults: {
    says: 'Entries in `errors` about one template',
    unit: '',
    where: 'webhooks with `format: custom`',
    beyond: { instead: 'Only the first ones are listed.' },
  },
  messageTemplateCharacters: {
    says: 'Length of `message_template`',
    unit: 'characters',
    where: 'webhooks with a chat format',
    beyond: tooLong('message_template'),
  },
  chatTitleCharacters: {
    says: 'Length of the title of a chat message',
    unit: 'characters',
    where: 'webhooks with a chat format; some platforms allow less',
    beyond: { instead: 'The rest is left out.' },
  },
  chatValueCharacters: {
    says: 'Length of one value in a chat message',
    unit: 'characters',
    where: 'webhooks with a chat format',
    beyond: { instead: 'The rest is left out.' },
  },
  signingSecretMinCharacters: {
    says: 'Minimum length of your own signing secret, without white space',
    unit: 'characters',
    where: 'webhooks: creation, rotation',
    beyond: { code: 'validation_error', field: 'secret', fieldCode: 'too_short' },
  },
  signingSecretMaxCharacters: {
    says: 'Maximum length of your own signing secret, without white space',
    unit: 'characters',
    where: 'webhooks: creation, rotation',
    beyond: tooLong('secret'),
  },
  previousSecretHours: {
    says: 'How long a previous secret still signs after a rotation, as `v0`',
    unit: 'hours',
    where: 'signatures',
    beyond: { instead: 'It no longer signs.' },
  },
  previousSecrets: {
    says: `Previous secrets that sign at the same time, each for its own ${LIMITS.previousSecretHours} hours`,
    unit: '',
    where: 'signatures; another rotation then requires `revoke_previous`',
    beyond: { code: 'action_not_allowed' },
  },
  signatureToleranceMinutes: {
    says: 'Age of a signature that a receiver should accept',
    unit: 'minutes',
    where: 'signatures',
    beyond: { instead: 'The receiver should refuse the delivery.' },
  },
  webhookChangeSeconds: {
    says: 'How long after a change deliveries can still use the webhook as it was before',
    unit: 'seconds',
    where: 'webhooks',
    beyond: { instead: 'Deliveries use the webhook as it is.' },
  },
} satisfies Chapter
