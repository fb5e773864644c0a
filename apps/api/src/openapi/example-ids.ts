/** Ids in the examples that the demo clinic has. Numbered records get theirs by the order in which it is made. */
export const EXAMPLE_IDS = {
  webhook: 'whk_01k9xq3v5m8t2r7w4y6z0a1bcd',
  /** The webhook that the example of `DELETE` deletes. */
  oldWebhook: 'whk_01k9xq4c2n7v9s3x5z8b1d6f0h',
  delivery: 'dlv_01k9xq5d3p8w0t4y6a9c2e7g1j',
  apiKey: 'key_01k8c3v5b7n9m1q3w5e7r9t1y3',
  request: 'req_01k9xq3t8h5k2m7p9r4s6v8w0x',
  event: 'evt_01k9xq3v5m8t2r7w4y6z0a1bcd',
} as const
