/** The limits on what an agent may ask for. Every limit is an option of `createRuntime`. */

export interface Limits {
  /** UTF-8 bytes of one line. Over it: `LIMIT_LINE_BYTES`. */
  readonly lineBytes: number
  /** Nesting of objects and arrays in one message. Over it: `LIMIT_DEPTH`. */
  readonly jsonDepth: number
  /** Live surfaces of one runtime. Over it: `LIMIT_SURFACES`. */
  readonly surfaces: number
  /** Components of one surface. Over it: `LIMIT_COMPONENTS`. */
  readonly components: number
  /** Bytes of the data that the agent has written to one surface: 8 for each value, and the UTF-8 bytes of texts and keys. Over it: `LIMIT_DATA_BYTES`. */
  readonly dataBytes: number
  /** The same of all surfaces of a runtime together. Over it: `LIMIT_DATA_BYTES`. */
  readonly totalDataBytes: number
  /** Drawn component instances of one mounted surface. Over it: `LIMIT_NODES`. */
  readonly nodes: number
  /** The same of all mounted surfaces of a runtime together. Over it: `LIMIT_NODES`. */
  readonly totalNodes: number
  /** Nesting of drawn components. Over it: `LIMIT_RENDER_DEPTH`. */
  readonly renderDepth: number
  /** Items of one template list that are drawn at first; a button shows more. */
  readonly templateItems: number
  /** UTF-16 units of one string. Over it: `LIMIT_STRING`. */
  readonly stringLength: number
  /** UTF-16 units of a surface id or component id. Over it: `ENVELOPE_INVALID` or `COMPONENT_SHAPE`. */
  readonly idLength: number
  /** Nesting of function calls and `${…}`. Over it: `LIMIT_CALL_DEPTH`. */
  readonly callDepth: number
  /** Steps of about 10 nanoseconds that the functions and paths of one surface may take in one go. Over it: `LIMIT_WORK`. */
  readonly work: number
  /**
   * Places in the data that the drawn components of one surface read: one for each component that reads the place, and one for each
   * name of its path. Over it: `LIMIT_WORK`.
   */
  readonly listeners: number
  /** The same of all surfaces of a runtime together. Over it: `LIMIT_WORK`. */
  readonly totalListeners: number
  /** UTF-16 units of a regular expression. Over it: `VALIDATION_FAILED`. */
  readonly patternLength: number
  /**
   * Bytes of the updates that wait for the beginning of their surfaces, counted as in `dataBytes` and 200 for each update. Over it:
   * `LIMIT_HELD`.
   */
  readonly heldBytes: number
  /** Client events of one surface within one second. Over it: `ACTION_RATE`. */
  readonly actionsPerSecond: number
}

export const defaultLimits: Limits = {
  lineBytes: 1_048_576,
  jsonDepth: 64,
  surfaces: 1_000,
  components: 5_000,
  dataBytes: 8_388_608,
  totalDataBytes: 33_554_432,
  nodes: 10_000,
  totalNodes: 50_000,
  renderDepth: 100,
  templateItems: 200,
  stringLength: 100_000,
  idLength: 256,
  callDepth: 32,
  work: 10_000_000,
  listeners: 100_000,
  totalListeners: 400_000,
  patternLength: 512,
  heldBytes: 8_388_608,
  actionsPerSecond: 10,
}
