/** What a receiver takes from strangers, any client that reaches the port. */
export const RECEIVER = {
  /** The service sends at most 64 KB of a template; an event is smaller than this. */
  bodyBytes: 1_048_576,
  /** From the first byte of a request to its last. */
  requestMs: 15_000,
  /** More wait in the queue of the system. */
  connections: 100,
  /** How many deliveries can be sent again, and how many bytes they may take together. */
  keptDeliveries: 200,
  keptBytes: 33_554_432,
  /** No event is nested deeper. Written over lines, each level is indented: deeper bodies are shown as they came. */
  shownDepth: 32,
  /** How much of a body is printed. Longer ones are not written over lines either. */
  shownCharacters: 131_072,
  /** The service waits 10 seconds for an answer. */
  forwardMs: 9000,
} as const
