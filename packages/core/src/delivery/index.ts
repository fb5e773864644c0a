export { fanOut } from './fan-out.ts'
export { runLane, type LaneTools } from './lane.ts'
export { createRecorder, type Recorder } from './recorder.ts'
export { sweep } from './sweep.ts'
