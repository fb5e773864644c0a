import { createSlots, type Slots } from './slots.ts'
import { Turn, type TurnEnvironment } from './turn.ts'
import { addLaneJobs, jobsOf, wakeAgain, type LaneJob, type LaneTask, type Wake } from './wake.ts'

/**
 * Slots of their own for slow endpoints, so that sixty that time out take none from the others. An outage makes many
 * quick endpoints hang at once, before any of them is known to be slow: each would keep its slot for ten seconds, and
 * all others would wait. So the turn of a quick endpoint that takes long goes on without its slot. A turn that hangs
 * takes about 90 KB.
 */
export const SLOTS = {
  lane: { slots: 500, slotMs: 1000, withoutSlotMost: 2000 },
  lane_slow: { slots: 1000 },
} as const

/**
 * The turns of one process. They run beside the job queue: a lane job only begins one, and what this process itself
 * wakes needs no job. A job would cost five statements for a turn of six, and ask every process whether there is work.
 */
export class Lanes {
  readonly #environment: TurnEnvironment
  readonly #slots: Readonly<Record<LaneTask, Slots>>

  constructor(environment: TurnEnvironment) {
    const slotsFor = (task: LaneTask): Slots =>
      createSlots({
        ...SLOTS[task],
        timers: environment.runtime,
        stopping: environment.stopping,
        run: (webhookId) => this.#runTurn(task, webhookId),
      })
    this.#environment = environment
    this.#slots = { lane: slotsFor('lane'), lane_slow: slotsFor('lane_slow') }
  }

  /** What a lane job does. While this process stops, the turn is left to another process, or to the next one. */
  async runJob(task: LaneTask, webhookId: string): Promise<void> {
    if (!this.#slots[task].begin(webhookId))
      await wakeAgain(this.#environment.runtime, this.#environment.client, task, webhookId)
  }

  /**
   * Wakes lanes: for now in this process, and for later, or while this process stops, by the job list. What is due
   * stands in the database: a turn that dies with its process leaves nothing behind that a sweep would not find.
   */
  async wake(wakes: readonly Wake[]): Promise<void> {
    const jobs: LaneJob[] = []
    for (const job of wakes.flatMap(jobsOf)) {
      const hasBegun = job.isForNow && this.#slots[job.task].begin(job.webhookId)
      if (!hasBegun) jobs.push(job)
    }
    await addLaneJobs(this.#environment.client, jobs)
  }

  /** Resolves when no turn is under way. */
  async ended(): Promise<void> {
    await this.#slots.lane.ended()
    await this.#slots.lane_slow.ended()
  }

  /** Never rejects: a turn that failed comes again. */
  async #runTurn(task: LaneTask, webhookId: string): Promise<void> {
    const { client, runtime } = this.#environment
    try {
      await this.wake(await new Turn(this.#environment, webhookId).run())
    } catch (error) {
      runtime.log.error({ err: error }, 'the turn of a lane failed')
      await wakeAgain(runtime, client, task, webhookId).catch((cause: unknown) =>
        runtime.log.error({ err: cause }, 'a lane could not be woken again'),
      )
    }
  }
}
