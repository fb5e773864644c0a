export {
  DIRECT_CONNECTIONS,
  startWorker,
  type RunningWorker,
  type WorkerOptions,
} from './start-worker.ts'
export { workerMetrics } from './metrics.ts'
