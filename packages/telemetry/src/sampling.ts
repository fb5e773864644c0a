/** Which traces are recorded, by `OTEL_TRACES_SAMPLER`. */
import { createContextKey, trace, type Context } from '@opentelemetry/api'
import { SamplingDecision, type Sampler, type SamplingResult } from '@opentelemetry/sdk-trace'
import type { SamplerName } from './sampler-names.ts'
import { isSampled } from './trace-parent.ts'

/** What was decided where a trace began that this one is linked to. */
const DECIDED = createContextKey('decided elsewhere')

export function decidedAs(context: Context, isRecorded: boolean): Context {
  return context.setValue(DECIDED, isRecorded)
}

/**
 * Decides where a trace begins. All that follows in the service keeps to it, also hours later and in other processes.
 * A caller's `traceparent` gives the id of the trace. Whether it is recorded is not the caller's to say, unless a
 * sampler is chosen that is `parentbased`: where a gateway of the operator writes the header. For the same reason the
 * ratio is not taken of the id, which callers choose.
 */
export class SamplerBySetting implements Sampler {
  readonly #name: SamplerName
  readonly #ratio: number
  readonly #random: () => number

  constructor(name: SamplerName, ratio: number, random: () => number) {
    this.#name = name
    this.#ratio = ratio
    this.#random = random
  }

  shouldSample(context: Context): SamplingResult {
    const parent = trace.getSpanContext(context)
    const decided = context.getValue(DECIDED)
    if (typeof decided === 'boolean') return resultOf(decided)
    const isFollowed = parent?.isRemote !== true || this.#name.startsWith('parentbased_')
    return resultOf(parent !== undefined && isFollowed ? isSampled(parent) : this.#begins())
  }

  #begins(): boolean {
    if (this.#name.endsWith('always_on')) return true
    return this.#name.endsWith('traceidratio') && this.#random() < this.#ratio
  }

  toString(): string {
    return this.#name
  }
}

function resultOf(isRecorded: boolean): SamplingResult {
  return {
    decision: isRecorded ? SamplingDecision.RECORD_AND_SAMPLED : SamplingDecision.NOT_RECORD,
  }
}
