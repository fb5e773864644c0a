export {
  EventEnvelope,
  envelopeJson,
  joinedEvent,
  toEnvelope,
  toEventRecord,
  type StoredEvent,
} from './envelope.ts'
export { keepStored, storedTexts, withStored } from './stored-json.ts'
export {
  EVENT_GROUPS,
  EVENT_SELECTORS,
  EVENT_TYPE_NAMES,
  EVENT_TYPES,
  isEventType,
  isSubscribed,
  SUBSCRIBABLE_EVENT_TYPES,
  type EventType,
  type RecordKind,
  type SubscribableEventType,
} from './event-types.ts'
export { sampleEvent, type SampleSurroundings } from './sample-event.ts'
