/**
 * n8n's own runtime: it loads the package as n8n loads an installed one, runs workflows, and calls the methods of a
 * trigger when a workflow is published. What n8n keeps in its database, credentials and data of workflows, is in memory.
 */
import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer, type IncomingMessage } from 'node:http'
import { createRequire, Module } from 'node:module'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { N8N_PACKAGE } from './package.ts'

const run = promisify(execFile)

/** Types of n8n are in a workspace of its own, so they are not known here. */
type Any = any

const PACKAGE = 'n8n-nodes-scheduling'

export type Node = {
  readonly name: string
  readonly type?: 'scheduling' | 'schedulingTrigger' | undefined
  readonly parameters: Readonly<Record<string, unknown>>
  readonly executeOnce?: boolean
  readonly retryOnFail?: boolean
}

export type Ran = {
  /** What each node handed on. */
  readonly items: Readonly<Record<string, Any[]>>
  /** Why the workflow failed, as n8n shows it. */
  readonly error: { message: string; description: string; httpCode: string } | null
}

export type Published = {
  readonly url: string
  /** What the webhook of each delivery was answered with. */
  readonly statuses: readonly number[]
  /** Workflows that it started. */
  readonly started: readonly Ran[]
  /** Data that n8n keeps for the trigger. */
  readonly kept: Any
  exists(): Promise<boolean>
  create(mode?: 'activate' | 'manual'): Promise<boolean>
  remove(): Promise<boolean>
  close(): Promise<void>
}

/** Packs the built package, installs the file as the README says, and loads it with n8n's loader. */
export async function openN8n() {
  const home = await mkdtemp(path.join(tmpdir(), 'n8n-'))
  process.env['N8N_USER_FOLDER'] = home
  process.env['N8N_ENCRYPTION_KEY'] = 'a key of tests alone'
  const requireOf = createRequire(path.join(N8N_PACKAGE, 'package.json'))
  // n8n does the same, so that nodes find `n8n-workflow`.
  process.env['NODE_PATH'] = path.join(N8N_PACKAGE, 'node_modules')
  ;(Module as Any)._initPaths()
  const core: Any = requireOf('n8n-core')
  const flow: Any = requireOf('n8n-workflow')

  const packed = await run('npm', ['pack', '--json', '--pack-destination', home], {
    cwd: N8N_PACKAGE,
  })
  const [{ filename }] = JSON.parse(packed.stdout)
  const words = ['install', '--ignore-scripts', '--legacy-peer-deps', '--no-audit', '--offline']
  await run('npm', [...words, '--prefix', home, path.join(home, filename)], { cwd: home })
  const [loader]: Any[] = await core.scanDirectoryForPackages(path.join(home, 'node_modules'))
  await loader.loadAll()

  const typeOf = (name: string) => loader.getNode(name.split('.').at(-1)).type
  const nodeTypes = {
    getByName: typeOf,
    getByNameAndVersion: (name: string) => flow.NodeHelpers.getVersionedNodeType(typeOf(name), 1),
    getKnownTypes: () => ({}),
  }
  const credentialType = loader.getCredential('schedulingApi').type

  /** One workflow, whose nodes follow one another. */
  function workflowOf(nodes: readonly Node[]) {
    return new flow.Workflow({
      id: 'workflow-1',
      name: 'Reception',
      active: true,
      nodeTypes,
      settings: { timezone: 'America/Sao_Paulo' },
      nodes: nodes.map(({ name, type = 'scheduling', ...rest }, index) => ({
        id: `node-${index}`,
        name,
        type: `${PACKAGE}.${type}`,
        typeVersion: 1,
        position: [0, 0],
        credentials: { schedulingApi: { id: '1', name: 'Clinic' } },
        // Milliseconds; 0 would be a second.
        waitBetweenTries: 1,
        ...rest,
      })),
      connections: Object.fromEntries(
        nodes
          .slice(1)
          .map(({ name }, index) => [
            nodes[index]?.name,
            { main: [[{ node: name, type: 'main', index: 0 }]] },
          ]),
      ),
    })
  }

  class Credentials extends flow.ICredentialsHelper {
    private readonly values: Any
    constructor(values: Any) {
      super()
      this.values = values
    }
    getParentTypes = () => []
    isCredentialUsableByNode = () => true
    getDecrypted = async () => this.values
    getCredentialsProperties = () => credentialType.properties
    preAuthentication = async () => undefined
    runPreAuthentication = async () => undefined
    /** As n8n does for the type `generic`. */
    async authenticate(credentials: Any, _: string, options: Any, workflow: Any, node: Any) {
      const headers = Object.entries<string>(credentialType.authenticate.properties.headers)
      const resolved = headers.map(([name, value]) => [
        name,
        workflow.expression.getSimpleParameterValue(node, value, 'internal', {
          $credentials: credentials,
        }),
      ])
      return { ...options, headers: { ...options.headers, ...Object.fromEntries(resolved) } }
    }
  }

  let executions = 0
  function additionalData(credentials: Any, mode: string, more: Any = {}): Any {
    executions += 1
    const executionId = String(executions)
    return {
      credentialsHelper: new Credentials(credentials),
      executionId,
      variables: {},
      webhookWaitingBaseUrl: 'http://127.0.0.1/webhook-waiting',
      formWaitingBaseUrl: 'http://127.0.0.1/form-waiting',
      hooks: new core.ExecutionLifecycleHooks(mode, executionId, { id: 'workflow-1' }),
      ...more,
    }
  }

  async function execute(workflow: Any, credentials: Any, mode: string, items?: Any): Promise<Ran> {
    const [first] = Object.values<Any>(workflow.nodes)
    const data = additionalData(credentials, mode)
    const runData = flow.createRunExecutionData({
      executionData: {
        nodeExecutionStack: [
          { node: first, data: { main: items ?? [[{ json: {} }]] }, source: null },
        ],
      },
    })
    const execution = new core.WorkflowExecute(data, mode, runData)
    const { data: result } = await execution.processRunExecutionData(workflow)
    const ran = Object.entries<Any>(result.resultData.runData)
    return {
      items: Object.fromEntries(
        ran.map(([name, runs]) => [
          name,
          (runs.at(-1).data?.main[0] ?? []).map(({ json }: Any) => json),
        ]),
      ),
      error: result.resultData.error ?? null,
    }
  }

  return {
    /** Runs a workflow from its first node. */
    run: (nodes: readonly Node[], credentials: Any) =>
      execute(workflowOf(nodes), credentials, 'manual'),

    /** The request by which n8n tests the credentials. Fails as n8n would show it. */
    async testCredentials(credentials: Any) {
      const workflow = workflowOf([{ name: 'Test', parameters: {} }])
      const [node] = Object.values<Any>(workflow.nodes)
      node.parameters = { test: '' }
      const type = {
        description: {
          ...typeOf('scheduling').description,
          requestDefaults: undefined,
          properties: [
            {
              displayName: 'Test',
              name: 'test',
              type: 'string',
              default: '',
              routing: { request: credentialType.test.request },
            },
          ],
        },
      }
      const input = { main: [[{ json: {} }]] }
      const execution = { node, data: input, source: null }
      const context = new core.ExecuteContext(
        workflow,
        node,
        additionalData(credentials, 'internal'),
        'internal',
        flow.createRunExecutionData({}),
        0,
        input.main[0],
        input,
        execution,
        [],
      )
      const [items] = await new core.RoutingNode(context, type, {
        id: '1',
        name: 'Clinic',
        type: 'schedulingApi',
        data: credentials,
      }).runNode()
      return items[0].json
    },

    /** The choices of a list in the editor. */
    options(method: string, type: Node['type'], credentials: Any): Promise<Any[]> {
      const workflow = workflowOf([{ name: 'Node', type, parameters: {} }])
      const [node] = Object.values<Any>(workflow.nodes)
      const context = new core.LoadOptionsContext(
        workflow,
        node,
        additionalData(credentials, 'internal'),
        '',
      )
      return typeOf(String(type)).methods.loadOptions[method].call(context)
    },

    /** Where n8n listens for the trigger, the first of the nodes; a delivery that it accepts starts the workflow. */
    async publish(nodes: readonly Node[], credentials: Any): Promise<Published> {
      const workflow = workflowOf(nodes)
      const [trigger] = Object.values<Any>(workflow.nodes)
      const type = typeOf(trigger.type)
      const statuses: number[] = []
      const started: Ran[] = []
      const server = createServer(async (request, response) => {
        const received: Any = Object.assign(request, { rawBody: await bodyOf(request) })
        const answer = (status: number) => {
          statuses.push(status)
          response.writeHead(status)
        }
        const replies = {
          status(code: number) {
            answer(code)
            return { json: (body: unknown) => response.end(JSON.stringify(body)) }
          },
        }
        const context = new core.WebhookContext(
          workflow,
          trigger,
          additionalData(credentials, 'webhook', { httpRequest: received, httpResponse: replies }),
          'webhook',
          { webhookDescription: type.description.webhooks[0] },
          [],
          null,
        )
        const { workflowData } = await type.webhook.call(context)
        if (workflowData === undefined) return
        started.push(await execute(workflow, credentials, 'webhook', workflowData))
        answer(200)
        response.end()
      })
      server.listen(0, '127.0.0.1')
      await once(server, 'listening')
      const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
      const hook = (name: string, mode = 'activate'): Promise<boolean> =>
        type.webhookMethods.default[name].call(
          new core.HookContext(
            workflow,
            trigger,
            additionalData(credentials, 'trigger', { webhookBaseUrl: base }),
            'trigger',
            mode,
            { webhookDescription: type.description.webhooks[0] },
          ),
        )
      return {
        url: flow.NodeHelpers.getNodeWebhookUrl(base, workflow.id, trigger, 'webhook', false),
        statuses,
        started,
        kept: workflow.getStaticData('node', trigger),
        exists: () => hook('checkExists'),
        create: (mode) => hook('create', mode),
        remove: () => hook('delete'),
        async close() {
          server.closeAllConnections()
          await new Promise((resolve) => server.close(resolve))
        },
      }
    },

    close: () => rm(home, { recursive: true }),
  }
}

async function bodyOf(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk)
  return Buffer.concat(chunks)
}
