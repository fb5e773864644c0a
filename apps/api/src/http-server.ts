/** Node's HTTP server, with requests and responses that Express takes as its own. */
import { LIMITS } from '@scheduling/core'
import type { Express } from 'express'
import {
  createServer,
  IncomingMessage,
  ServerResponse,
  type RequestListener,
  type Server,
} from 'node:http'
import { limitPieces } from './body-pieces.ts'

export type App = {
  readonly answer: RequestListener
  readonly classes: Classes
}

export type Classes = {
  readonly IncomingMessage: typeof IncomingMessage
  readonly ServerResponse: typeof ServerResponse
}

/**
 * Classes whose objects have Express's prototypes from the beginning. Express would otherwise set the prototypes of
 * every request that it handles. V8 then stops optimizing both objects, and small answers take several times as long.
 * They are classes because V8 sizes the objects of a class for the fields that Node's constructors will add.
 */
export function classesFor(app: Express): Classes {
  class Request extends IncomingMessage {}
  class Response extends ServerResponse {}
  limitPieces(Request.prototype)
  app.request = below(Request.prototype, app.request)
  app.response = below(Response.prototype, app.response)
  return { IncomingMessage: Request, ServerResponse: Response as typeof ServerResponse }
}

/** Safe because what is inherited from a prototype has all that the prototype has. */
function below<Parent extends object>(prototype: object, parent: Parent): Parent {
  Object.setPrototypeOf(prototype, parent)
  return prototype as Parent
}

/**
 * How long a connection without a request stays open. Proxies keep theirs for 60 seconds: one that is closed here first can
 * take a request with it.
 */
const IDLE_MS = 65_000

export function createHttpServer({ answer, classes }: App): Server {
  // Nothing here reads `Host`. Node's own refusal of a request without it would lack every header of ours.
  return createServer(
    {
      ...classes,
      maxHeaderSize: LIMITS.requestHeadBytes,
      requestTimeout: LIMITS.requestSeconds * 1000,
      keepAliveTimeout: IDLE_MS,
      // How often slow requests are looked for. With the default they could stay twice as long.
      connectionsCheckingInterval: 5000,
      requireHostHeader: false,
    },
    answer,
  )
}
