/** The sentences of the error guide around the texts of each code, in the languages of the docs. */
import { FIELD_CODES, LIMITS, PROBLEMS, type FieldCode, type ProblemCode } from '@scheduling/core'
import type { Language } from './language.ts'

/** What is said of a code. */
export type ProblemWords = {
  readonly title: string
  readonly when: string
  readonly remedy: string
}

export function problemWords(code: ProblemCode, language: Language): ProblemWords {
  return language === 'en' ? PROBLEMS[code] : IN_PORTUGUESE[code]
}

type Words = {
  readonly index: string
  readonly intro: string
  readonly shape: readonly (readonly string[])[]
  readonly again: string
  readonly all: string
  readonly inErrors: string
  readonly status: string
  readonly code: string
  readonly when: string
  readonly meaning: string
  readonly field: string
  readonly statusLine: (status: number, code: string) => string
  readonly whatToDo: string
  readonly maySucceed: string
  readonly failsAgain: string
  readonly maybeTwice: string
  readonly example: string
  readonly where: string
  readonly anyMethod: string
  readonly everyRoute: string
  readonly everyOtherPath: string
  readonly fields: Readonly<Record<FieldCode, string>>
}

export const ERROR_WORDS: Readonly<Record<Language, Words>> = {
  en: {
    index: 'Errors',
    intro: 'Every error is `application/problem+json`:',
    shape: [
      ['`code`', 'The code of the error. Its meaning never changes: use it to decide what to do.'],
      ['`status`', 'The HTTP status.'],
      ['`title`, `detail`', 'For people. They may change.'],
      [
        '`errors`',
        'The fields that are wrong, each with `field`, `code` and `message`. Empty for most codes.',
      ],
      ['`type`', "The address of the code's page in this guide."],
      [
        '`request_id`',
        'The id of the request. Send it to support if you need help. The header `X-Request-Id` has it too.',
      ],
    ],
    again:
      'Do not repeat a request that was answered with `4xx`: it fails again until you change it. Only `429`, `500` and\n`503` are worth a retry, after the number of seconds in `Retry-After`, or after a pause that grows with each attempt.',
    all: 'All codes',
    inErrors: 'Codes in `errors`',
    status: 'Status',
    code: 'Code',
    when: 'When',
    meaning: 'Meaning',
    field: 'Field',
    statusLine: (status, code) => `Status \`${status}\`, code \`${code}\`.`,
    whatToDo: 'What to do',
    maySucceed: 'The same request may succeed later.',
    failsAgain: 'The same request fails again until you change it.',
    maybeTwice:
      'Without an `Idempotency-Key`, the same request may be executed twice if you send it again.',
    example: 'Example',
    where: 'Where it occurs',
    anyMethod:
      'On every path, for a method that it does not accept. The header `Allow` lists the methods that it accepts. `HEAD` works wherever `GET` does.',
    everyRoute: 'On every route.',
    everyOtherPath: 'every path that does not exist',
    fields: {
      required: 'The field is missing, or a list that needs at least one entry is empty.',
      invalid_type:
        'The value has the wrong type, such as text instead of a number. Also: the body is not a JSON object.',
      invalid_value: 'The value is not one of those that the field can have.',
      invalid_format:
        'The text does not have the expected form: a date, date-time, e-mail, phone, cursor or JSON.',
      offset_required: 'The date-time has no offset: add `Z` or `+hh:mm`.',
      minute_precision: 'The start of an appointment has seconds. It must fall on a whole minute.',
      out_of_range: 'The number, date or period is outside its limits.',
      too_short: 'The text has too few characters.',
      too_long: 'The text has too many characters or bytes.',
      too_many: 'The list or map has too many entries.',
      duplicate_item: 'The list contains the same entry twice.',
      not_found: 'The value refers to a record that this organization does not have.',
      inactive: 'The value refers to a record that is no longer active.',
      read_only: 'The field exists, but cannot be changed here.',
      already_in_use: 'Another record has this value, and it must be unique.',
      mutually_exclusive: 'Only one of these fields may be sent.',
      booking_mode_mismatch:
        'The service is for the queue where one for appointments is expected, or the reverse.',
      type_mismatch:
        'In-person and telemedicine services are mixed, or `type` is not that of the services.',
      unknown_field:
        'There is no such field or parameter. It is refused only with `Prefer: handling=strict`, and ignored otherwise.',
      template_syntax: 'The template does not compile. The message names the line and the column.',
      template_forbidden: 'The template uses something that templates must not use.',
      template_result:
        'The result of the template is too large, or does not have the form of its content type.',
    },
  },
  'pt-BR': {
    index: 'Erros',
    intro: 'Todo erro é respondido como `application/problem+json`:',
    shape: [
      ['`code`', 'O código do erro. O significado nunca muda: decida por ele o que fazer.'],
      ['`status`', 'O status HTTP.'],
      ['`title`, `detail`', 'Para pessoas, em inglês. Podem mudar.'],
      [
        '`errors`',
        'Os campos com problema, cada um com `field`, `code` e `message`. Vazio na maioria dos códigos.',
      ],
      ['`type`', 'O endereço da página do código neste guia, em inglês.'],
      [
        '`request_id`',
        'O id da requisição. Envie ao suporte se precisar de ajuda. O cabeçalho `X-Request-Id` também traz esse id.',
      ],
    ],
    again:
      'Não repita uma requisição respondida com `4xx`: ela vai falhar de novo até você corrigir. Só vale a pena tentar outra vez com\n`429`, `500` e `503`, depois dos segundos indicados em `Retry-After` ou de uma pausa que cresce a cada tentativa.',
    all: 'Todos os códigos',
    inErrors: 'Códigos em `errors`',
    status: 'Status',
    code: 'Código',
    when: 'Quando acontece',
    meaning: 'Significado',
    field: 'Campo',
    statusLine: (status, code) => `Status \`${status}\`, código \`${code}\`.`,
    whatToDo: 'O que fazer',
    maySucceed: 'A mesma requisição pode dar certo mais tarde.',
    failsAgain: 'A mesma requisição vai falhar de novo até você corrigir.',
    maybeTwice:
      'Sem `Idempotency-Key`, a mesma requisição pode ser executada duas vezes se você enviar de novo.',
    example: 'Exemplo',
    where: 'Onde acontece',
    anyMethod:
      'Em qualquer caminho, com um método que ele não aceita. O cabeçalho `Allow` lista os métodos aceitos. `HEAD` funciona onde `GET` funciona.',
    everyRoute: 'Em todas as rotas.',
    everyOtherPath: 'qualquer caminho que não existe',
    fields: {
      required: 'O campo não foi enviado, ou uma lista que exige pelo menos um item está vazia.',
      invalid_type:
        'O valor tem o tipo errado, como texto no lugar de número. Ou o corpo não é um objeto JSON.',
      invalid_value: 'O valor não é um dos aceitos pelo campo.',
      invalid_format:
        'O texto não está no formato esperado: data, data e hora, e-mail, telefone, cursor ou JSON.',
      offset_required: 'A data e hora não tem fuso: acrescente `Z` ou `+hh:mm`.',
      minute_precision: 'O início do agendamento tem segundos. Use um minuto inteiro.',
      out_of_range: 'O número, a data ou o período está fora dos limites.',
      too_short: 'O texto tem caracteres de menos.',
      too_long: 'O texto tem caracteres ou bytes demais.',
      too_many: 'A lista ou o mapa tem itens demais.',
      duplicate_item: 'A lista traz o mesmo item duas vezes.',
      not_found: 'O valor aponta para um registro que esta organização não tem.',
      inactive: 'O valor aponta para um registro que não está mais ativo.',
      read_only: 'O campo existe, mas não pode ser alterado aqui.',
      already_in_use: 'Outro registro já tem este valor, que precisa ser único.',
      mutually_exclusive: 'Envie só um destes campos.',
      booking_mode_mismatch:
        'O serviço é da fila onde se espera um de agendamento, ou o contrário.',
      type_mismatch:
        'Há serviços presenciais e de telemedicina juntos, ou `type` não é o dos serviços.',
      unknown_field:
        'O campo ou parâmetro não existe. Só é recusado com `Prefer: handling=strict`; sem isso, é ignorado.',
      template_syntax: 'O template não compila. A mensagem indica a linha e a coluna.',
      template_forbidden: 'O template usa algo que não é permitido em templates.',
      template_result:
        'O resultado do template é grande demais ou não tem o formato do tipo de conteúdo.',
    },
  },
}

/** @returns rows of a table: each code of a field, and what it means */
export function fieldRows(language: Language): string[][] {
  return FIELD_CODES.map((code) => [`\`${code}\``, ERROR_WORDS[language].fields[code]])
}

/** What `PROBLEMS` says. A test names what changed in English since it was translated. */
export const IN_PORTUGUESE: Readonly<Record<ProblemCode, ProblemWords>> = {
  validation_error: {
    title: 'A requisição não é válida',
    when: 'Um campo ou parâmetro tem o tipo errado, um valor fora da lista ou do intervalo, uma data malformada, uma referência que não existe ou uma URL de webhook recusada.',
    remedy:
      'Leia `errors[]`: cada item traz o campo, um código estável e o motivo. Corrija a requisição e envie de novo.',
  },
  unauthorized: {
    title: 'A chave de API não foi enviada ou não é válida',
    when: 'O cabeçalho `Authorization` não foi enviado, ou a chave está malformada, é desconhecida, foi revogada ou expirou.',
    remedy:
      'Envie `Authorization: Bearer <chave de API>` com uma chave criada pelo proprietário da conta e não revogada.',
  },
  forbidden_scope: {
    title: 'A chave de API não tem o escopo que a rota exige',
    when: 'A chave é válida, mas foi criada sem o escopo que a rota exige.',
    remedy: 'Crie uma chave com o escopo indicado em `detail`.',
  },
  feature_not_enabled: {
    title: 'O recurso não está ativado',
    when: 'O plano não inclui a API, ou um recurso que a rota ou o serviço exige está desligado.',
    remedy:
      'Leia `features` em `GET /v1/me`. O proprietário da conta pode ativar os recursos incluídos no plano.',
  },
  forbidden_overbook: {
    title: 'Encaixe não permitido',
    when: 'A requisição traz `allow_overbook: true` e o horário está ocupado, mas a organização não permite encaixes.',
    remedy: 'Escolha um horário livre ou peça ao proprietário da conta que permita encaixes.',
  },
  not_found: {
    title: 'Não encontrado',
    when: 'O caminho não existe, ou nenhum registro desta organização tem este id. Um registro de outra organização recebe a mesma resposta.',
    remedy:
      'Confira o caminho e o id, e confira se a chave é da organização a que o registro pertence.',
  },
  method_not_allowed: {
    title: 'O caminho não aceita este método',
    when: 'O caminho existe, mas não aceita este método HTTP. Por exemplo, agendamentos não podem ser excluídos.',
    remedy: 'Use um dos métodos listados no cabeçalho `Allow`.',
  },
  slot_unavailable: {
    title: 'O horário não está disponível',
    when: 'O horário está ocupado, bloqueado, fora do expediente ou além do prazo de agendamento, ou nenhum profissional está livre.',
    remedy: 'Chame `GET /v1/availability/slots` de novo e escolha um início da lista.',
  },
  min_advance_violation: {
    title: 'O início está próximo demais',
    when: 'O início está no passado ou não respeita a antecedência mínima do serviço ou da organização.',
    remedy:
      'Escolha um início mais tarde. A antecedência mínima está em `min_advance_minutes` do serviço.',
  },
  professional_cannot_perform_service: {
    title: 'O profissional não realiza o serviço',
    when: 'O profissional escolhido não realiza todos os serviços pedidos.',
    remedy: 'Escolha um dos `professional_ids` do serviço ou não envie o profissional.',
  },
  appointment_not_editable: {
    title: 'O agendamento não permite esta ação agora',
    when: 'O status do agendamento não permite a ação, ou a nota fiscal já foi emitida.',
    remedy: 'Leia o agendamento de novo e confira `status` e `invoice_issued`.',
  },
  action_not_allowed: {
    title: 'Uma regra proíbe esta ação',
    when: 'Uma regra da organização proíbe a ação. `detail` diz qual.',
    remedy: 'Leia `detail`. O proprietário da conta pode mudar a regra nas configurações.',
  },
  queue_closed: {
    title: 'A fila está fechada',
    when: 'A fila do profissional está fechada ou cheia. Se a requisição não indica um profissional, todas as filas que oferecem o serviço estão fechadas ou cheias.',
    remedy: 'Tente de novo quando a fila estiver aberta.',
  },
  deposit_required: {
    title: 'O serviço exige um sinal',
    when: 'O serviço exige um sinal que só pode ser pago na página pública de agendamento.',
    remedy: 'Leve o cliente à página pública de agendamento.',
  },
  queue_entry_not_editable: {
    title: 'A entrada da fila não permite esta ação agora',
    when: 'O status ou a data da entrada da fila não permite a ação.',
    remedy: 'Leia a entrada de novo e confira o `status`.',
  },
  duplicate_request: {
    title: 'A Idempotency-Key já foi usada com outro corpo',
    when: `A mesma \`Idempotency-Key\` foi enviada com outro corpo nas últimas ${LIMITS.idempotencyHours} horas.`,
    remedy:
      'Use uma chave nova para cada operação. Repita a chave só para enviar a mesma requisição outra vez.',
  },
  webhook_limit_reached: {
    title: 'A organização chegou ao número máximo de webhooks',
    when: `A organização já tem ${LIMITS.webhooksPerOrganization} webhooks.`,
    remedy: 'Exclua um webhook que não é mais usado ou inscreva um existente em mais eventos.',
  },
  webhook_inactive: {
    title: 'O webhook está desativado',
    when: 'A requisição pede um teste ou um reenvio, mas `active` do webhook é false.',
    remedy: 'Leia `disabled_reason`, corrija o endpoint e envie `active: true` com `PATCH`.',
  },
  client_identifier_required: {
    title: 'O cliente precisa de telefone, e-mail ou CPF',
    when: 'A organização exige telefone, e-mail ou CPF dos clientes, e a requisição não traz nenhum deles.',
    remedy: 'Envie pelo menos um entre `phone`, `email` e `cpf`.',
  },
  template_invalid: {
    title: 'O template não é válido',
    when: 'O template do webhook não compila, usa uma construção proibida ou produz um resultado inválido.',
    remedy: 'Leia `errors[]`: cada item traz o campo, a linha e o que está errado.',
  },
  rate_limited: {
    title: 'Requisições demais',
    when: 'Um limite de requisições foi ultrapassado, ou o endereço está bloqueado porque enviou chaves inválidas demais.',
    remedy: 'Espere os segundos indicados em `Retry-After` e envie a requisição de novo.',
  },
  internal_error: {
    title: 'Ocorreu um erro no servidor',
    when: 'Ocorreu um erro inesperado no servidor. Nada foi alterado.',
    remedy:
      'Envie a requisição de novo depois de uma pausa. Se o erro continuar, envie o `request_id` ao suporte.',
  },
  api_disabled: {
    title: 'A API está temporariamente desligada',
    when: 'A API está desligada para manutenção ou por causa de um incidente.',
    remedy: 'Envie a requisição mais tarde. `Retry-After` diz quando.',
  },
  request_in_progress: {
    title: 'A mesma requisição ainda está em andamento',
    when: 'Outra requisição com a mesma `Idempotency-Key` ainda não terminou.',
    remedy:
      'Envie exatamente a mesma requisição depois de `Retry-After`. Ela é executada uma única vez.',
  },
  service_unavailable: {
    title: 'O serviço está temporariamente indisponível',
    when: 'O banco de dados está reiniciando, não pode ser alcançado ou não teve uma conexão livre a tempo. Nada foi salvo.',
    remedy:
      'Envie a requisição de novo depois de `Retry-After` e espere mais a cada falha. É seguro repetir a requisição.',
  },
  outcome_unknown: {
    title: 'Não se sabe se a alteração foi salva',
    when: 'A conexão com o banco de dados caiu enquanto a alteração era salva. Ela foi salva por inteiro ou não foi salva.',
    remedy:
      'Com `Idempotency-Key`, envie exatamente a mesma requisição depois de `Retry-After`: ela é executada uma única vez, e a resposta é o que foi salvo. Sem a chave, leia antes o registro ou a lista. Se uma alteração salva gera um evento, ele está em `GET /v1/events`, com este `request_id` em `context.request_id`. Envie a requisição de novo só se a alteração não foi salva.',
  },
}
